import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { SuccessYear } from '#contracts/site.ts';
import { isNotFound } from '#shared/lib/errors.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { useStructuredData } from '#shared/lib/pages/useStructuredData.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { EmptyState } from '#shared/ui/EmptyState.tsx';
import { FilterLinks } from '#shared/ui/FilterLinks.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { Facts } from '#shared/ui/landing/Facts.tsx';
import { Hero } from '#shared/ui/landing/Hero.tsx';
import styles from '#shared/ui/landing/landing.module.css';
import { Section } from '#shared/ui/landing/Section.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { usePageName } from '#shared/ui/pageName.ts';
import { SelectField } from '#shared/ui/SelectField.tsx';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';
import { Closing } from '../components/Closing.tsx';
import { StartLink } from '../components/StartLink.tsx';
import { Stories } from '../components/Stories.tsx';
import { StoryPicture } from '../components/StoryPicture.tsx';
import {
  filterStories,
  type RenderCourses,
  readStoryFilter,
  type StoryFilter,
  storyChoices,
  writeStoryFilter,
} from '../model.ts';
import { useSuccess } from '../useSite.ts';
import { texts } from './successTexts.ts';

const coursesId = 'courses';

/** Results and stories of a year (product.md 2.2.A). An unknown year shows the not-found screen. */
export function SuccessView({ year, renderCourses }: { year: string; renderCourses: RenderCourses }) {
  const success = useSuccess(year);
  if (isNotFound(success.error)) throw success.error;
  const { data } = success;
  return (
    <div className={data ? undefined : styles.alone}>
      <MirrorView mirror={success} shape={<TextSkeleton lines={8} />}>
        {(shown) => (
          <>
            {success.isStale && (
              <div className={styles.copy}>
                <ListStatus mirror={success} />
              </div>
            )}
            <Year told={shown} renderCourses={renderCourses} />
          </>
        )}
      </MirrorView>
    </div>
  );
}

function Year({ told, renderCourses }: { told: SuccessYear; renderCourses: RenderCourses }) {
  const title = texts.title(told.year);
  const { search, hash } = useLocation();
  // Moves the keyboard focus to the place the page scrolls to.
  useEffect(() => {
    if (hash === `#${coursesId}`) document.getElementById(coursesId)?.focus();
  }, [hash]);
  usePageName(title);
  useStructuredData(title, async () => {
    const { breadcrumbs, organization } = await import('#shared/lib/pages/structuredData.ts');
    return [organization(), breadcrumbs([{ name: title, path: paths.success(String(told.year)) }])];
  });
  return (
    <>
      <Hero
        eyebrow={texts.eyebrow}
        heading={texts.heading(told.year)}
        lead={texts.lead}
        note={told.is_archive ? texts.archive : undefined}
        picture={<StoryPicture />}
        actions={
          told.courses.length > 0 ? (
            <ActionLink to={{ hash: coursesId, search }} look="primary">
              {texts.toCourses}
            </ActionLink>
          ) : (
            <ActionLink to={paths.catalogue()} look="primary">
              {texts.toCatalogue}
            </ActionLink>
          )
        }
      />
      <Section heading={texts.storiesHeading} lead={storiesLead(told)} tone="tint">
        <FilterLinks
          label={texts.years}
          links={told.years.map((year) => ({
            key: String(year),
            label: texts.yearOf(year),
            to: paths.success(String(year)),
            isOn: year === told.year,
          }))}
        />
        {told.stories.length > 0 ? <FoundStories told={told} /> : <NoStories />}
      </Section>
      {told.rule !== '' && <Totals told={told} />}
      {told.courses.length > 0 && (
        <div id={coursesId} tabIndex={-1}>
          <Section heading={texts.coursesHeading} lead={texts.coursesLead} tone="tint">
            {renderCourses(told.courses, texts.coursesHeading)}
          </Section>
        </div>
      )}
      <Closing heading={texts.closingHeading} body={texts.closingBody}>
        <StartLink />
        <ActionLink to={paths.catalogue()}>{texts.toCatalogue}</ActionLink>
      </Closing>
    </>
  );
}

function storiesLead({ stories }: SuccessYear): string | undefined {
  return stories.some(({ is_sample }) => is_sample) ? texts.samplesLead : undefined;
}

function NoStories() {
  return (
    <EmptyState
      picture="books"
      title={texts.emptyTitle}
      action={<ActionLink to={paths.catalogue()}>{texts.toCatalogue}</ActionLink>}
    >
      {texts.emptyBody}
    </EmptyState>
  );
}

function FoundStories({ told }: { told: SuccessYear }) {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const filter = readStoryFilter(address, told.stories);
  const choices = storyChoices(told.stories);
  const found = filterStories(told.stories, filter);
  const show = (next: StoryFilter) =>
    void navigate({ search: writeStoryFilter(next) }, { replace: true, preventScrollReset: true });
  return (
    <>
      <fieldset className={styles.filters}>
        <legend className="visually-hidden">{texts.storiesHeading}</legend>
        {(['school', 'faculty', 'region'] as const).map((name) => (
          <SelectField
            key={name}
            label={texts.filters[name]}
            value={filter[name]}
            options={[
              { value: '', label: texts.any },
              ...choices[name].map((word) => ({ value: word, label: word })),
            ]}
            onChange={(word) => show({ ...filter, [name]: word })}
          />
        ))}
      </fieldset>
      <div className={styles.status}>
        <span role="status">{texts.count(found.length)}</span>
      </div>
      {found.length > 0 ? (
        <Stories stories={found} />
      ) : (
        <EmptyState
          picture="search"
          title={texts.noneFound}
          action={
            <ActionLink to={{ search: '' }} look="primary" replace={true} preventScrollReset={true}>
              {texts.reset}
            </ActionLink>
          }
        >
          {texts.noneFoundBody}
        </EmptyState>
      )}
    </>
  );
}

/** Numbers with the way they are counted; without a number it says why (product.md 0.2.10). */
function Totals({ told }: { told: SuccessYear }) {
  const rows = told.totals.map(({ name, count, note }) => ({ name, cells: [texts.people(count), note] }));
  return (
    <Section heading={texts.totalsHeading}>
      {rows.length > 0 && (
        <Facts caption={texts.totalsCaption} columns={texts.totalsColumns} rows={rows} isPlain={true} />
      )}
      <div className={styles.words}>
        {rows.length === 0 && <p>{texts.noTotals}</p>}
        <h3>{texts.ruleTitle}</h3>
        <p>{told.rule}</p>
      </div>
    </Section>
  );
}
