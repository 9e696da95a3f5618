import { Cards } from '#features/site/components/Cards.tsx';
import { Closing } from '#features/site/components/Closing.tsx';
import { Hero } from '#features/site/components/Hero.tsx';
import { LearningPicture } from '#features/site/components/LearningPicture.tsx';
import { Section } from '#features/site/components/Section.tsx';
import { Steps } from '#features/site/components/Steps.tsx';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { texts } from './aboutTexts.ts';
import styles from './landing.module.css';
import { StartLink } from './StartLink.tsx';

/** `/about` (product.md 2.2.A): what it is for, how learning works here, what can be relied on. */
export function Component() {
  return (
    <>
      <Hero
        eyebrow={texts.eyebrow}
        heading={texts.heading}
        lead={texts.lead}
        picture={<LearningPicture />}
        actions={<StartLink />}
      />
      <Section heading={texts.wayHeading} lead={texts.wayLead} tone="tint">
        <Steps steps={texts.way} />
      </Section>
      <Section heading={texts.promisesHeading}>
        <Cards cards={texts.promises} />
      </Section>
      <Section heading={texts.devicesHeading} tone="tint">
        <p className={styles.words}>{texts.devices}</p>
      </Section>
      <Closing heading={texts.closingHeading} body={texts.closingBody}>
        <ActionLink to={paths.student()} look="primary">
          {texts.toStudent}
        </ActionLink>
        <ActionLink to={paths.parent()}>{texts.toParent}</ActionLink>
      </Closing>
    </>
  );
}
