import { type ReactNode, useEffect, useMemo } from 'react';
import { isNotFound } from '#shared/lib/errors.ts';
import { useIsHere } from '#shared/lib/loading/useIsHere.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { Facts } from '#shared/ui/landing/Facts.tsx';
import { Hero } from '#shared/ui/landing/Hero.tsx';
import { LegalNav } from '#shared/ui/landing/LegalNav.tsx';
import styles from '#shared/ui/landing/landing.module.css';
import { Questions } from '#shared/ui/landing/Questions.tsx';
import { Section } from '#shared/ui/landing/Section.tsx';
import { Steps } from '#shared/ui/landing/Steps.tsx';
import { TryExam } from '#shared/ui/landing/TryExam.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { keptTests } from '../keptTests.ts';
import { texts } from '../landingTexts.ts';
import { enterStage } from '../stage.ts';
import { useEntryExam } from '../useEntryExam.ts';
import { EntryApply } from './EntryApply.tsx';
import { ScoreCards } from './ScoreCards.tsx';

/** Scrolls a part of the page into view and moves the focus into it. */
function goTo(id: string): void {
  const part = document.getElementById(id);
  part?.scrollIntoView();
  part?.querySelector<HTMLElement>('select, input, button')?.focus({ preventScroll: true });
}

/**
 * The landing page: what is measured, sample questions and results, and the application. `picture`: beside the first
 * text.
 */
export function EntryLanding({ picture }: { picture: ReactNode }) {
  const exam = useEntryExam();
  const isHere = useIsHere();
  const hasTest = useMemo(() => isHere && keptTests.find(null) !== null, [isHere]);
  const isNone = isNotFound(exam.error);
  useEffect(() => {
    if (enterStage('landing')) document.querySelector<HTMLElement>('main h1')?.focus();
  }, []);
  return (
    <>
      {hasTest && (
        <div className={styles.ended}>
          <p>{texts.goOnTitle}</p>
          <ActionLink to={{ search: '?view=test' }}>{texts.goOn}</ActionLink>
        </div>
      )}
      <Hero
        eyebrow={texts.eyebrow}
        heading={texts.heading}
        lead={texts.lead}
        note={texts.note}
        picture={picture}
        actions={
          <>
            <ActionButton look="primary" onClick={() => goTo('apply')}>
              {texts.toForm}
            </ActionButton>
            <ActionButton onClick={() => goTo('sample')}>{texts.toSample}</ActionButton>
          </>
        }
      />
      <Section heading={texts.measuredHeading} lead={isNone ? undefined : texts.measuredLead} tone="tint">
        {isNone ? (
          <NoExam />
        ) : (
          <MirrorView mirror={exam} shape={<TextSkeleton lines={6} />}>
            {({ subjects }) => (
              <>
                {exam.isStale && <ListStatus mirror={exam} />}
                <Facts
                  caption={texts.measuredCaption}
                  columns={texts.measuredColumns}
                  rows={subjects.map(({ name, minutes, questions, areas }) => ({
                    name,
                    cells: [texts.minutes(minutes), texts.questions(questions), areas.join('・')],
                  }))}
                  isPlain={true}
                />
              </>
            )}
          </MirrorView>
        )}
      </Section>
      <div id="sample">
        <Section heading={texts.sampleHeading} lead={texts.sampleLead}>
          <TryExam label={texts.sampleLabel} questions={texts.samples} />
        </Section>
      </div>
      <Section heading={texts.resultHeading} lead={texts.resultLead} tone="tint">
        <ScoreCards scores={texts.sampleScores} isSample={true} />
        <p className={`${styles.words} ${styles.below}`}>{texts.resultNote}</p>
      </Section>
      <Section heading={texts.stepsHeading}>
        <Steps steps={texts.steps} />
      </Section>
      <div id="apply">
        <Section heading={texts.formHeading} tone="tint">
          {isNone ? <NoExam /> : <EntryApply />}
        </Section>
      </div>
      <Section heading={texts.faqHeading}>
        <Questions questions={texts.faq} />
      </Section>
      <LegalNav label={texts.legal} />
    </>
  );
}

/** There is no entry exam in the content: no form, only where news are announced. */
function NoExam() {
  return (
    <StateCard
      isFlat={true}
      picture="bell"
      title={texts.none}
      level={3}
      actions={<ActionLink to={paths.publicNotices()}>{texts.toNotices}</ActionLink>}
    >
      {texts.noneBody}
    </StateCard>
  );
}
