import { IconBookmarks, IconChecks, IconCloudCheck } from '@tabler/icons-react';
import { Cards } from '#features/site/components/Cards.tsx';
import { Closing } from '#features/site/components/Closing.tsx';
import { Doors } from '#features/site/components/Doors.tsx';
import { Hero } from '#features/site/components/Hero.tsx';
import { LessonPicture } from '#features/site/components/LessonPicture.tsx';
import { Questions } from '#features/site/components/Questions.tsx';
import { Section } from '#features/site/components/Section.tsx';
import { paths } from '#shared/lib/paths.ts';
import { texts } from './homeTexts.ts';
import { StartLink } from './StartLink.tsx';

const icons = { offline: IconCloudCheck, views: IconBookmarks, marks: IconChecks } as const;

const doors = [
  { to: paths.student(), ...texts.doors.student },
  { to: paths.parent(), ...texts.doors.parent },
];

/** The welcome for guests: what it is, the two doors, three reasons, questions. Plain CSS, to stay small (design.md 9). */
export function HomeView() {
  const benefits = texts.benefits.map(({ icon, title, body }) => {
    const Icon = icons[icon];
    return { title, body, icon: <Icon size={28} stroke={1.75} aria-hidden="true" /> };
  });
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
      <Doors label={texts.doorsLabel} doors={doors} />
      <Section heading={texts.benefitsHeading} tone="tint">
        <Cards cards={benefits} />
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
