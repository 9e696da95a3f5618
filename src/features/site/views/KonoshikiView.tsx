import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { Facts } from '#shared/ui/landing/Facts.tsx';
import { Hero } from '#shared/ui/landing/Hero.tsx';
import styles from '#shared/ui/landing/landing.module.css';
import { Questions } from '#shared/ui/landing/Questions.tsx';
import { Section } from '#shared/ui/landing/Section.tsx';
import { Steps } from '#shared/ui/landing/Steps.tsx';
import { TryExam } from '#shared/ui/landing/TryExam.tsx';
import { Cards } from '../components/Cards.tsx';
import { Closing } from '../components/Closing.tsx';
import { RoutePicture } from '../components/RoutePicture.tsx';
import { StartLink } from '../components/StartLink.tsx';
import { texts } from './konoshikiTexts.ts';

/**
 * `/konoshiki` (product.md 2.2.A): what the subscription will offer, what it will cost and how it ends. It cannot be
 * bought yet, so the actions lead to what exists today.
 */
export function KonoshikiView() {
  return (
    <>
      <Hero
        eyebrow={texts.eyebrow}
        heading={texts.heading}
        lead={texts.lead}
        note={texts.note}
        picture={<RoutePicture />}
        actions={
          <>
            <StartLink />
            <ActionLink to={paths.publicNotices()}>{texts.toNotices}</ActionLink>
          </>
        }
      />
      <Section heading={texts.stepsHeading} lead={texts.stepsLead} tone="tint">
        <Steps steps={texts.steps} />
      </Section>
      <Section heading={texts.tryHeading} lead={texts.tryLead}>
        <TryExam label={texts.tryLabel} questions={texts.questions} />
      </Section>
      <Section heading={texts.sampleHeading} tone="tint">
        <div className={styles.words}>
          <p>{texts.sample}</p>
          <ActionLink to={paths.catalogue()}>{texts.toCatalogue}</ActionLink>
        </div>
      </Section>
      <Section heading={texts.priceHeading} lead={texts.note}>
        <Facts
          caption={texts.priceCaption}
          columns={texts.priceColumns}
          rows={texts.price}
          note={texts.priceNote}
        />
      </Section>
      <Section heading={texts.compareHeading} tone="tint">
        <Facts caption={texts.compareCaption} columns={texts.compareColumns} rows={texts.compare} />
      </Section>
      <Section heading={texts.trialHeading}>
        <Cards cards={texts.trial} />
        <p className={styles.after}>
          <ActionLink to={paths.konoshikiEula()}>{texts.eula}</ActionLink>
        </p>
      </Section>
      <Section heading={texts.faqHeading} tone="tint">
        <Questions questions={texts.faq} />
      </Section>
      <Closing heading={texts.closingHeading} body={texts.closingBody}>
        <StartLink />
        <ActionLink to={paths.publicNotices()}>{texts.toNotices}</ActionLink>
      </Closing>
    </>
  );
}
