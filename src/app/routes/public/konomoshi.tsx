import { Cards } from '#features/site/components/Cards.tsx';
import { Closing } from '#features/site/components/Closing.tsx';
import { ExamPicture } from '#features/site/components/ExamPicture.tsx';
import { Facts } from '#features/site/components/Facts.tsx';
import { Hero } from '#features/site/components/Hero.tsx';
import { Questions } from '#features/site/components/Questions.tsx';
import { Section } from '#features/site/components/Section.tsx';
import { TryExam } from '#features/site/components/TryExam.tsx';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { texts } from './konomoshiTexts.ts';
import styles from './landing.module.css';
import { StartLink } from './StartLink.tsx';

/**
 * `/konomoshi` (product.md 2.2.A): what the mock exam will be. No exam can be entered yet, so the actions lead to what
 * there is today.
 */
export function Component() {
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
            <StartLink />
            <ActionLink to={paths.entryExam()}>{texts.toEntryExam}</ActionLink>
          </>
        }
      />
      <Section heading={texts.scheduleHeading} tone="tint">
        <StateCard
          isFlat={true}
          picture="bell"
          title={texts.scheduleTitle}
          level={3}
          actions={
            <>
              <ActionLink to={paths.settings()}>{texts.toReminder}</ActionLink>
              <ActionLink to={paths.publicNotices()} look="quiet">
                {texts.toNotices}
              </ActionLink>
            </>
          }
        >
          {texts.scheduleBody}
        </StateCard>
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
        <StartLink />
        <ActionLink to={paths.catalogue()}>{texts.toCatalogue}</ActionLink>
      </Closing>
    </>
  );
}
