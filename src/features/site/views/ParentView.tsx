import type { ReactNode } from 'react';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { Facts } from '#shared/ui/landing/Facts.tsx';
import { Hero } from '#shared/ui/landing/Hero.tsx';
import styles from '#shared/ui/landing/landing.module.css';
import { Questions } from '#shared/ui/landing/Questions.tsx';
import { Section } from '#shared/ui/landing/Section.tsx';
import { Steps } from '#shared/ui/landing/Steps.tsx';
import { WeekPicture } from '#shared/ui/WeekPicture.tsx';
import { Cards } from '../components/Cards.tsx';
import { Closing } from '../components/Closing.tsx';
import { FamilyPicture } from '../components/FamilyPicture.tsx';
import { LookFirst, StartLink } from '../components/StartLink.tsx';
import { texts } from './parentTexts.ts';

/** Fragments of the sections about costs and plans, for links. */
const costId = 'cost';
const plansId = 'plans';

/**
 * What it costs, what parents see, what keeps a child safe, how to begin and to stop (product.md 2.2.A `/parent`).
 * `top`: the request to a parent, if a mail has led here; `plans`: the products that renew themselves.
 */
export function ParentView({ top, plans }: { top: ReactNode; plans: ReactNode }) {
  return (
    <>
      {top}
      <Hero
        eyebrow={texts.eyebrow}
        heading={texts.heading}
        lead={texts.lead}
        note={texts.note}
        picture={<FamilyPicture />}
        actions={<LookFirst hash={costId} label={texts.toCost} />}
      />
      <div id={costId} className={styles.target}>
        <Section heading={texts.costHeading} lead={texts.costLead} tone="tint">
          <Facts
            caption={texts.costCaption}
            columns={texts.costColumns}
            rows={texts.costRows}
            note={texts.costNote}
          />
          <p className={styles.after}>
            <ActionLink to={paths.catalogue()}>{texts.toCourses}</ActionLink>
          </p>
        </Section>
      </div>
      <div id={plansId} className={styles.target}>
        <Section heading={texts.plansHeading} lead={texts.plansLead}>
          {plans}
        </Section>
      </div>
      <Section heading={texts.seeHeading} lead={texts.seeLead} tone="tint">
        <WeekPicture caption={texts.seeCaption} total={texts.seeTotal} minutes={texts.seeMinutes} />
      </Section>
      <Section heading={texts.safeHeading}>
        <Cards cards={texts.safe} />
      </Section>
      <Section heading={texts.stepsHeading} tone="tint">
        <Steps steps={texts.steps} />
      </Section>
      <Section heading={texts.stopHeading}>
        <p className={styles.words}>{texts.stopBody}</p>
      </Section>
      <Section heading={texts.faqHeading} tone="tint">
        <Questions questions={texts.faq} />
      </Section>
      <Closing heading={texts.closingHeading} body={texts.closingBody}>
        <StartLink />
      </Closing>
    </>
  );
}
