import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Campaign, CampaignSection } from '#contracts/site.ts';
import { useSession } from '#shared/lib/account/useSession.ts';
import { isNotFound } from '#shared/lib/errors.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { mypageLink } from '#shared/lib/pages/publicLinks.ts';
import { useStructuredData } from '#shared/lib/pages/useStructuredData.ts';
import type { PublicMirror } from '#shared/lib/public/publicAnswer.ts';
import { useFreshAct } from '#shared/lib/public/useFreshAct.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { FreshNote } from '#shared/ui/FreshNote.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { Hero } from '#shared/ui/landing/Hero.tsx';
import { LegalNav } from '#shared/ui/landing/LegalNav.tsx';
import styles from '#shared/ui/landing/landing.module.css';
import { Questions } from '#shared/ui/landing/Questions.tsx';
import { Section } from '#shared/ui/landing/Section.tsx';
import { Steps } from '#shared/ui/landing/Steps.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { usePageName } from '#shared/ui/pageName.ts';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';
import { WeekPicture } from '#shared/ui/WeekPicture.tsx';
import { cameFrom } from '../cameFrom.ts';
import { CampaignPicture } from '../components/CampaignPicture.tsx';
import { Cards } from '../components/Cards.tsx';
import { Closing } from '../components/Closing.tsx';
import { Stories } from '../components/Stories.tsx';
import { type RenderCourses, type Standing, standingOf } from '../model.ts';
import { useMoment } from '../useMoment.ts';
import { useCampaign } from '../useSite.ts';
import { texts } from './campaignTexts.ts';

type Props = { slug: string; renderCourses: RenderCourses };

/** A campaign (product.md 2.2.A): no navigation, only the logo and the legally required links. */
export function CampaignView({ slug, renderCourses }: Props) {
  const campaign = useCampaign(slug);
  if (isNotFound(campaign.error)) {
    cameFrom.forget(slug);
    throw campaign.error;
  }
  const { data } = campaign;
  return (
    <>
      <div className={data ? undefined : styles.alone}>
        <MirrorView mirror={campaign} shape={<TextSkeleton lines={8} />}>
          {(shown) => (
            <>
              {campaign.isStale && (
                <div className={styles.copy}>
                  <ListStatus mirror={campaign} />
                </div>
              )}
              <Whole answer={campaign} campaign={shown} renderCourses={renderCourses} />
            </>
          )}
        </MirrorView>
      </div>
      <LegalNav label={texts.legal} />
    </>
  );
}

function Whole({
  answer,
  campaign,
  renderCourses,
}: {
  answer: PublicMirror<Campaign>;
  campaign: Campaign;
  renderCourses: RenderCourses;
}) {
  const { slug, title, hero, cta } = campaign;
  const standing = standingOf(campaign, useMoment());
  const ways = <Ways answer={answer} campaign={campaign} standing={standing} />;
  // All variants of a campaign are the same page to search engines.
  const address = paths.campaign(campaign.canonical ?? slug);
  usePageName(title);
  useStructuredData(
    title,
    async () => {
      const { breadcrumbs, organization } = await import('#shared/lib/pages/structuredData.ts');
      return [organization(), breadcrumbs([{ name: title, path: address }])];
    },
    address,
  );
  useEffect(() => {
    if (standing.kind === 'open') cameFrom.remember(slug);
    // A stored copy may have said for a moment that it is still open.
    else cameFrom.forget(slug);
  }, [slug, standing.kind]);
  return (
    <>
      <StandingLine standing={standing} />
      <Hero
        eyebrow={hero.eyebrow}
        heading={hero.heading}
        lead={hero.lead}
        note={standing.kind === 'open' ? hero.note + cta.note : hero.note}
        picture={<CampaignPicture name={hero.picture} />}
        actions={ways}
      />
      {campaign.sections.map((section, at) => (
        <Section
          key={section.heading}
          heading={section.heading}
          lead={section.lead}
          tone={at % 2 === 0 ? 'tint' : 'plain'}
        >
          <Part section={section} renderCourses={renderCourses} />
        </Section>
      ))}
      <Closing
        heading={standing.kind === 'open' ? texts.closingHeading : texts.endedHeading}
        body={standing.kind === 'open' ? cta.note : ''}
      >
        {ways}
      </Closing>
    </>
  );
}

function StandingLine({ standing }: { standing: Standing }) {
  if (standing.kind === 'open') {
    if (standing.day === '') return null;
    return <p className={styles.strip}>{texts.daysLeft(standing.day, standing.daysLeft)}</p>;
  }
  return (
    <div className={styles.ended} data-testid="campaign-ended">
      <p>{texts.ended(standing.day)}</p>
    </div>
  );
}

/**
 * The main action, and where news about something unfinished are announced. Nobody can sign up for a campaign only
 * because yesterday's stored copy says that it is open.
 */
function Ways({
  answer,
  campaign: { slug, ends_at, cta },
  standing,
}: {
  answer: PublicMirror<Campaign>;
  campaign: Campaign;
  standing: Standing;
}) {
  const { state } = useSession();
  const navigate = useNavigate();
  const { wait, press } = useFreshAct(answer, {
    facts: JSON.stringify([standing.kind, ends_at, cta]),
    act: () => void navigate(signup),
  });
  const signup = {
    pathname: paths.signup(),
    search: new URLSearchParams({ campaign: slug }).toString(),
  };
  if (standing.kind === 'ended') {
    return (
      <ActionLink to={paths.catalogue()} look="primary">
        {texts.toCatalogue}
      </ActionLink>
    );
  }
  const targets = {
    signup,
    catalogue: { pathname: paths.catalogue() },
    contact: { pathname: paths.contact() },
  };
  const isMember = state === 'in' && cta.to === 'signup';
  return (
    <>
      {cta.to === 'signup' && !isMember ? (
        <ActionLink to={signup} look="primary" data-acts="" onClick={press}>
          {cta.label}
        </ActionLink>
      ) : (
        <ActionLink to={isMember ? mypageLink.to : targets[cta.to]} look="primary">
          {isMember ? mypageLink.label : cta.label}
        </ActionLink>
      )}
      <ActionLink to={paths.publicNotices()}>{texts.toNotices}</ActionLink>
      {wait !== 'none' && <FreshNote wait={wait} savedAt={answer.savedAt} />}
    </>
  );
}

function Part({ section, renderCourses }: { section: CampaignSection; renderCourses: RenderCourses }) {
  switch (section.kind) {
    case 'cards':
      return <Cards cards={section.cards} />;
    case 'steps':
      return <Steps steps={section.steps.map(({ mark, ...step }) => (mark ? { ...step, mark } : step))} />;
    case 'questions':
      return <Questions questions={section.questions} />;
    case 'words':
      return <p className={styles.words}>{section.body}</p>;
    case 'week':
      return <WeekPicture caption={texts.weekCaption} total={section.total} minutes={section.minutes} />;
    case 'courses':
      return renderCourses(section.courses, section.heading);
    case 'stories':
      return <Stories stories={section.stories} />;
  }
}
