import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { Hero } from '#shared/ui/landing/Hero.tsx';
import styles from '#shared/ui/landing/landing.module.css';
import { Questions } from '#shared/ui/landing/Questions.tsx';
import { Section } from '#shared/ui/landing/Section.tsx';
import { Steps } from '#shared/ui/landing/Steps.tsx';
import { WeekPicture } from '#shared/ui/WeekPicture.tsx';
import { Cards } from '../components/Cards.tsx';
import { Closing } from '../components/Closing.tsx';
import { LessonPicture } from '../components/LessonPicture.tsx';
import { StartLink } from '../components/StartLink.tsx';
import { texts } from './studentTexts.ts';

/**
 * `/student` (product.md 2.2.A): worries that students know, a quarter of an hour, a week; every example is marked as
 * an example.
 */
export function StudentView() {
  return (
    <>
      <Hero
        eyebrow={texts.eyebrow}
        heading={texts.heading}
        lead={texts.lead}
        note={texts.note}
        picture={<LessonPicture />}
        actions={<StartLink />}
      />
      <Section heading={texts.worriesHeading} tone="tint">
        <Cards cards={texts.worries} />
      </Section>
      <Section heading={texts.demoHeading} lead={texts.demoLead}>
        <Steps steps={texts.demo} />
      </Section>
      <Section heading={texts.planHeading} lead={texts.planLead} tone="tint">
        <WeekPicture caption={texts.planCaption} total={texts.planTotal} minutes={texts.planMinutes} />
      </Section>
      <Section heading={texts.examplesHeading} lead={texts.examplesLead}>
        <Cards cards={texts.examples} />
      </Section>
      <Section heading={texts.priceHeading} tone="tint">
        <div className={styles.words}>
          <p>{texts.price}</p>
          <ActionLink to={paths.parent()}>{texts.toParent}</ActionLink>
        </div>
      </Section>
      <Section heading={texts.faqHeading}>
        <Questions questions={texts.faq} />
      </Section>
      <Closing heading={texts.closingHeading} body={texts.closingBody}>
        <StartLink />
      </Closing>
    </>
  );
}
