import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { LatePart } from '#shared/ui/LatePart.tsx';
import { Facts } from '#shared/ui/landing/Facts.tsx';
import { Hero } from '#shared/ui/landing/Hero.tsx';
import styles from '#shared/ui/landing/landing.module.css';
import { Questions } from '#shared/ui/landing/Questions.tsx';
import { Section } from '#shared/ui/landing/Section.tsx';
import { TryExam } from '#shared/ui/landing/TryExam.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { Cards } from '../components/Cards.tsx';
import { Closing } from '../components/Closing.tsx';
import { ExamPicture } from '../components/ExamPicture.tsx';
import { texts } from './konomoshiTexts.ts';

const loadSchedule = loadAgain(() => import('../components/ExamSchedule.tsx'));

/** What is true of every schedule: the prerendered page cannot know today's schedule. */
const anySchedule = (
  <StateCard
    isFlat={true}
    picture="bell"
    title={texts.scheduleTitle}
    level={3}
    actions={
      <>
        <ActionLink to={paths.mockexam()} look="primary">
          {texts.toExams}
        </ActionLink>
        <ActionLink to={paths.settings()}>{texts.toReminder}</ActionLink>
        <ActionLink to={paths.publicNotices()} look="quiet">
          {texts.toNotices}
        </ActionLink>
      </>
    }
  >
    {texts.scheduleBody}
  </StateCard>
);

/**
 * `/konomoshi` (product.md 2.2.A): what the mock exam is, and links to the open ones; guests get there by login or
 * sign-up.
 */
export function KonomoshiView() {
  return (
    <>
      <Hero
        eyebrow={texts.eyebrow}
        heading={texts.heading}
        lead={texts.lead}
        note={texts.note}
        picture={<ExamPicture />}
        actions={
          <>
            <ActionLink to={paths.mockexam()} look="primary">
              {texts.toExams}
            </ActionLink>
            <ActionLink to={paths.english()}>{texts.toEnglish}</ActionLink>
            <ActionLink to={paths.entryExam()} look="quiet">
              {texts.toEntryExam}
            </ActionLink>
          </>
        }
      />
      <Section heading={texts.scheduleHeading} tone="tint">
        <LatePart load={loadSchedule} waiting={anySchedule}>
          {({ ExamSchedule }) => <ExamSchedule waiting={anySchedule} />}
        </LatePart>
      </Section>
      <Section heading={texts.tryHeading} lead={texts.tryLead}>
        <TryExam label={texts.tryLabel} questions={texts.questions} />
      </Section>
      <Section heading={texts.subjectsHeading} lead={texts.subjectsLead} tone="tint">
        <div className={styles.tables}>
          <div>
            <h3 className={styles.tableTitle}>{texts.univTitle}</h3>
            <Facts
              caption={texts.univCaption}
              columns={texts.subjectColumns}
              rows={texts.univ}
              isPlain={true}
            />
          </div>
          <div>
            <h3 className={styles.tableTitle}>{texts.highTitle}</h3>
            <Facts
              caption={texts.highCaption}
              columns={texts.subjectColumns}
              rows={texts.high}
              isPlain={true}
            />
          </div>
        </div>
      </Section>
      <Section heading={texts.devicesHeading}>
        <Cards cards={texts.devices} />
      </Section>
      <Section heading={texts.reportHeading} lead={texts.reportLead} tone="tint">
        <Facts
          caption={texts.reportCaption}
          columns={texts.reportColumns}
          rows={texts.report}
          note={texts.reportNote}
          isPlain={true}
        />
      </Section>
      <Section heading={texts.ruleHeading} lead={texts.ruleLead}>
        <Facts
          caption={texts.ruleCaption}
          columns={texts.ruleColumns}
          rows={texts.rule}
          note={texts.ruleNote}
          isPlain={true}
        />
      </Section>
      <Section heading={texts.feeHeading} tone="tint">
        <p className={styles.words}>{texts.fee}</p>
      </Section>
      <Section heading={texts.pastHeading}>
        <p className={styles.words}>{texts.past}</p>
      </Section>
      <Section heading={texts.faqHeading} tone="tint">
        <Questions questions={texts.faq} />
      </Section>
      <Closing heading={texts.closingHeading} body={texts.closingBody}>
        <ActionLink to={paths.test()} look="primary">
          {texts.toRehearsal}
        </ActionLink>
        <ActionLink to={paths.mockexam()}>{texts.toExams}</ActionLink>
      </Closing>
    </>
  );
}
