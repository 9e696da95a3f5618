import { useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Cards } from '#features/site/components/Cards.tsx';
import { Closing } from '#features/site/components/Closing.tsx';
import { Facts } from '#features/site/components/Facts.tsx';
import { FamilyPicture } from '#features/site/components/FamilyPicture.tsx';
import { Hero } from '#features/site/components/Hero.tsx';
import { Questions } from '#features/site/components/Questions.tsx';
import { Section } from '#features/site/components/Section.tsx';
import { Steps } from '#features/site/components/Steps.tsx';
import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { LatePart } from '#shared/ui/LatePart.tsx';
import { useIsTakenOver } from '#shared/ui/useIsTakenOver.ts';
import { WeekPicture } from '#shared/ui/WeekPicture.tsx';
import { GuardianPart } from './GuardianPart.tsx';
import styles from './landing.module.css';
import { texts } from './parentTexts.ts';
import { LookFirst, StartLink } from './StartLink.tsx';

/** Fragment by which the first view leads to the costs. */
const costId = 'cost';

const loadFamily = loadAgain(() => import('./FamilyPart.tsx'));

/** Whose report is asked for; `null`: nobody's, or the page was made for everybody and is just being taken over. */
function useViewToken(): string | null {
  const { search } = useLocation();
  const [isTakenOver, setTakenOver] = useState(useIsTakenOver());
  useLayoutEffect(() => setTakenOver(false), []);
  return isTakenOver ? null : new URLSearchParams(search).get('view');
}

/** `/parent` (product.md 2.2.A): what it costs, what parents see, what keeps a child safe, how to begin and to stop. */
export function Component() {
  const token = useViewToken();
  if (!token) return <Landing />;
  return (
    <LatePart load={loadFamily} waiting={<p role="status">{texts.checking}</p>}>
      {({ FamilyPart }) => <FamilyPart token={token} />}
    </LatePart>
  );
}

function Landing() {
  return (
    <>
      <GuardianPart />
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
      <Section heading={texts.seeHeading} lead={texts.seeLead}>
        <WeekPicture caption={texts.seeCaption} total={texts.seeTotal} minutes={texts.seeMinutes} />
      </Section>
      <Section heading={texts.safeHeading} tone="tint">
        <Cards cards={texts.safe} />
      </Section>
      <Section heading={texts.stepsHeading}>
        <Steps steps={texts.steps} />
      </Section>
      <Section heading={texts.stopHeading} tone="tint">
        <p className={styles.words}>{texts.stopBody}</p>
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
