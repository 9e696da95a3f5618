import type { ReactNode } from 'react';
import type { MockExamDetail } from '#contracts/exam.ts';
import { FormPage } from '#shared/form/FormPage.tsx';
import { isNotFound } from '#shared/lib/errors.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { usePageName } from '#shared/ui/pageName.ts';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';
import { isEntryOpen } from '../model.ts';
import { entryTexts as texts } from '../texts.ts';
import { useExam, useMoment } from '../useExams.ts';
import styles from './Exams.module.css';

/** A page of the entry: the exam, the current step, and a message if the entry is closed. */
export function EntryFrame({
  id,
  title,
  step,
  children,
}: {
  id: string;
  title: string;
  step: number | null;
  children: (exam: MockExamDetail) => ReactNode;
}) {
  const exam = useExam(id);
  const now = useMoment();
  usePageName(title);
  if (isNotFound(exam.error)) throw exam.error;
  return (
    <MirrorView mirror={exam} shape={<TextSkeleton lines={8} />} heading={<PageHeader title={title} />}>
      {(shown) => (
        <FormPage
          title={title}
          inShell={true}
          lead={step === null ? shown.name : `${shown.name} ${texts.step(step)}`}
        >
          {isEntryOpen(shown, now) ? (
            children(shown)
          ) : (
            <div className={styles.next}>
              <p className={styles.note}>{texts.closed}</p>
              <ActionLink to={paths.mockexamTop(id)}>{texts.back}</ActionLink>
            </div>
          )}
        </FormPage>
      )}
    </MirrorView>
  );
}
