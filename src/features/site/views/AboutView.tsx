import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { Hero } from '#shared/ui/landing/Hero.tsx';
import styles from '#shared/ui/landing/landing.module.css';
import { Section } from '#shared/ui/landing/Section.tsx';
import { Steps } from '#shared/ui/landing/Steps.tsx';
import { Cards } from '../components/Cards.tsx';
import { Closing } from '../components/Closing.tsx';
import { LearningPicture } from '../components/LearningPicture.tsx';
import { StartLink } from '../components/StartLink.tsx';
import { texts } from './aboutTexts.ts';

/** `/about` (product.md 2.2.A): the purpose, how learning works here, and what users can rely on. */
export function AboutView() {
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
