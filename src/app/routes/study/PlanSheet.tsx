import { IconCheck, IconFileText, IconPlayerPlayFilled } from '@tabler/icons-react';
import { type LessonPlace, todaysPlan } from '#features/lesson/model.ts';
import { texts as lessonTexts } from '#features/lesson/texts.ts';
import { formatDuration } from '#shared/lib/text/format.ts';
import { Sheet } from '#shared/ui/Sheet.tsx';
import styles from './PlanSheet.module.css';
import type { Stage } from './useStage.ts';

/** "Today's plan": the lessons of one study session, the current one first (product.md 2.3.F). */
export function PlanSheet({
  stage,
  onGo,
  onClose,
}: {
  stage: Stage;
  onGo: (place: LessonPlace) => void;
  onClose: () => void;
}) {
  const { study, place } = stage;
  const plan = todaysPlan(study.places, place.lesson.id, study.completed);
  const minutes = Math.round(plan.reduce((sum, { lesson }) => sum + lesson.duration, 0) / 60);
  const isLast = plan.length === 1 && study.completed.has(place.lesson.id);
  return (
    <Sheet title={lessonTexts.plan} onClose={onClose}>
      <p className={styles.lead}>{isLast ? lessonTexts.planDone : lessonTexts.planLead(minutes)}</p>
      <ol className={styles.list}>
        {plan.map((planned) => (
          <li key={planned.lesson.id}>
            <button
              type="button"
              className={styles.lesson}
              aria-current={planned === place ? 'true' : undefined}
              onClick={() => onGo(planned)}
            >
              <span className={styles.kind} aria-hidden="true">
                <KindIcon place={planned} isDone={study.completed.has(planned.lesson.id)} />
              </span>
              <span className={styles.words}>
                {planned === place && <span className={styles.now}>{lessonTexts.now}</span>}
                <span className={styles.name}>{planned.lesson.name}</span>
                <span className={styles.facts}>{formatDuration(planned.lesson.duration)}</span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </Sheet>
  );
}

function KindIcon({ place, isDone }: { place: LessonPlace; isDone: boolean }) {
  if (isDone) return <IconCheck size={18} stroke={3} />;
  return place.lesson.has_video ? (
    <IconPlayerPlayFilled size={16} />
  ) : (
    <IconFileText size={18} stroke={1.75} />
  );
}
