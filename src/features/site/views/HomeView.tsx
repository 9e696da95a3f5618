import { IconBookmarks, IconDeviceMobileCheck, IconListCheck } from '@tabler/icons-react';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { Hero } from '#shared/ui/landing/Hero.tsx';
import { Questions } from '#shared/ui/landing/Questions.tsx';
import { Section } from '#shared/ui/landing/Section.tsx';
import { Cards } from '../components/Cards.tsx';
import { Closing } from '../components/Closing.tsx';
import { Doors } from '../components/Doors.tsx';
import { LessonPicture } from '../components/LessonPicture.tsx';
import { LookFirst, StartLink } from '../components/StartLink.tsx';
import { texts } from './homeTexts.ts';
import { type LoadBlocks, useHomeBlocks } from './useHomeBlocks.ts';

/** Pictures of the reasons, in their order. */
const icons = [IconDeviceMobileCheck, IconBookmarks, IconListCheck];

/** Fragment that links the first view to the free lesson (`SampleLesson`). */
const sampleId = 'sample';

const doors = [
  { to: paths.student(), ...texts.doors.student },
  { to: paths.parent(), ...texts.doors.parent },
];

/** Link to the sample while it is not loaded, and without scripts. */
const sampleElsewhere = (
  <div id={sampleId}>
    <Closing heading={texts.trySample} body={texts.sampleLead}>
      <ActionLink to={paths.catalogue()}>{texts.sampleElsewhere}</ActionLink>
    </Closing>
  </div>
);

/**
 * The welcome for guests: what this is, the two main links, three reasons, current content, questions. Plain CSS, to
 * stay small (performance.md 3).
 */
export function HomeView({ loadBlocks }: { loadBlocks: LoadBlocks }) {
  const Blocks = useHomeBlocks(loadBlocks);
  const benefits = texts.benefits.map((benefit, place) => {
    const Icon = icons[place] ?? IconListCheck;
    return { ...benefit, icon: <Icon size={28} stroke={1.75} aria-hidden="true" /> };
  });
  return (
    <>
      <Hero
        eyebrow={texts.eyebrow}
        heading={texts.heading}
        lead={texts.lead}
        note={texts.note}
        picture={<LessonPicture />}
        actions={<LookFirst hash={sampleId} label={texts.trySample} />}
      />
      <Doors label={texts.doorsLabel} doors={doors} />
      <Section heading={texts.benefitsHeading} tone="tint">
        <Cards cards={benefits} />
      </Section>
      {Blocks ? <Blocks beforeSample={sampleElsewhere} /> : sampleElsewhere}
      <Section heading={texts.faqHeading}>
        <Questions questions={texts.faq} />
      </Section>
      <Closing heading={texts.closingHeading} body={texts.closingBody}>
        <StartLink />
      </Closing>
    </>
  );
}
