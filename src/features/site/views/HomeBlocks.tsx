import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Home } from '#contracts/site.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import landing from '#shared/ui/landing/landing.module.css';
import { Section } from '#shared/ui/landing/Section.tsx';
import { Steps } from '#shared/ui/landing/Steps.tsx';
import { Stories } from '../components/Stories.tsx';
import { type RenderCourses, standingOf } from '../model.ts';
import { useHome } from '../useSite.ts';
import { texts as campaignTexts } from './campaignTexts.ts';
import styles from './HomeBlocks.module.css';
import { texts } from './homeBlockTexts.ts';

/** Parts of the answer that other features draw. */
type Parts = {
  renderCourses: RenderCourses;
  /** `reload`: asks again when the address of the video has expired. */
  renderSample: (sample: NonNullable<Home['sample']>, reload: () => void) => ReactNode;
  renderNotices: (notices: Home['notices']) => ReactNode;
};

/**
 * The current content: a free lesson, campaigns, subjects, courses, stories and notices (product.md 2.2.A), and what is
 * being prepared. A part without content is left out. If the server cannot be reached and there is no stored copy,
 * everything is left out.
 */
export function HomeBlocks({
  beforeSample,
  renderCourses,
  renderSample,
  renderNotices,
}: Parts & {
  /** Shown in place of the free lesson while there is none. */
  beforeSample: ReactNode;
}) {
  const home = useHome();
  const { data } = home;
  if (!data) return beforeSample;
  return (
    <>
      {home.isStale && (
        <div className={landing.copy}>
          <ListStatus mirror={home} />
        </div>
      )}
      {data.sample ? (
        <Sample sample={data.sample}>{renderSample(data.sample, home.retry)}</Sample>
      ) : (
        beforeSample
      )}
      <Banners banners={data.banners} />
      <Subjects subjects={data.subjects} />
      {data.courses.length > 0 && (
        <Section heading={texts.coursesHeading} tone="tint">
          {renderCourses(data.courses, texts.coursesHeading)}
          <After to={paths.catalogue()}>{texts.toCatalogue}</After>
        </Section>
      )}
      <Section heading={texts.konoshikiHeading} lead={texts.konoshikiLead}>
        <Steps steps={texts.konoshikiSteps} />
        <After to={paths.konoshiki()}>{texts.toKonoshiki}</After>
      </Section>
      <Section heading={texts.examHeading} lead={texts.examLead} tone="tint">
        <After to={paths.konomoshi()}>{texts.toExam}</After>
      </Section>
      {data.stories.length > 0 && (
        <Section heading={texts.storiesHeading}>
          <Stories stories={data.stories} isShort={true} />
          <After to={paths.success(String(data.stories[0]?.year))}>{texts.toStories}</After>
        </Section>
      )}
      {data.notices.length > 0 && (
        <Section heading={texts.noticesHeading} tone="tint">
          <div className={styles.narrow}>{renderNotices(data.notices)}</div>
          <After to={paths.publicNotices()}>{texts.toNotices}</After>
        </Section>
      )}
    </>
  );
}

function After({ to, children }: { to: string; children: ReactNode }) {
  return (
    <p className={landing.after}>
      <ActionLink to={to}>{children}</ActionLink>
    </p>
  );
}

function Sample({
  sample: { course },
  children,
}: {
  sample: NonNullable<Home['sample']>;
  children: ReactNode;
}) {
  return (
    <div className={styles.sample}>
      {children}
      <After to={paths.catalogueCourse(course.id)}>{texts.toCourse(course.name)}</After>
    </div>
  );
}

/** Open campaigns. A campaign that has ended since the answer came is left out. */
function Banners({ banners }: { banners: Home['banners'] }) {
  const open = banners.flatMap((banner) => {
    const standing = standingOf(banner, serverNow());
    return standing.kind === 'open' ? [{ ...banner, standing }] : [];
  });
  if (open.length === 0) return null;
  return (
    <Section heading={texts.bannersHeading}>
      <ul className={styles.banners}>
        {open.map(({ slug, title, lead, standing }) => (
          <li key={slug}>
            <Link to={paths.campaign(slug)} className={styles.banner}>
              <span className={styles.title}>{title}</span>
              <span className={styles.lead}>{lead}</span>
              {standing.day && (
                <span className={styles.until}>
                  {campaignTexts.daysLeft(standing.day, standing.daysLeft)}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Subjects({ subjects }: { subjects: Home['subjects'] }) {
  if (subjects.length === 0) return null;
  return (
    <Section heading={texts.subjectsHeading}>
      <ul className={styles.subjects}>
        {subjects.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={{ pathname: paths.catalogue(), search: String(new URLSearchParams({ subject: id })) }}
              className={styles.subject}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
