import { Cards } from '#features/site/components/Cards.tsx';
import { Closing } from '#features/site/components/Closing.tsx';
import { Hero } from '#features/site/components/Hero.tsx';
import { LessonPicture } from '#features/site/components/LessonPicture.tsx';
import { Questions } from '#features/site/components/Questions.tsx';
import { Section } from '#features/site/components/Section.tsx';
import { Steps } from '#features/site/components/Steps.tsx';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { WeekPicture } from '#shared/ui/WeekPicture.tsx';
import styles from './landing.module.css';
import { StartLink } from './StartLink.tsx';
import { texts } from './studentTexts.ts';

/**
 * `/student` (product.md 2.2.A): worries they know, a quarter of an hour, a week; every example says that it is one.
 */
export function Component() {
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
