import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import type { DesiredSchool } from '#contracts/exam.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { movedTo, nameOfDesired } from '../model.ts';
import { schoolTexts as texts } from '../texts.ts';
import styles from './Exams.module.css';

/** Smallest movement that starts a drag, px, so that a finger can scroll. */
const dragAfter = 6;

/** A card belongs to its rank: a move changes only its content, so that no element moves under the focus. */
const places = [1, 2, 3, 4, 5, 6, 7, 8];

const up = <IconArrowUp size={18} aria-hidden="true" />;
const down = <IconArrowDown size={18} aria-hidden="true" />;

/** Where the focus goes once the school is in its new place. */
type Moved = { at: number; step: -1 | 1 };

/**
 * 志望校 in their order (product.md 2.3.L). They are dragged by the handle, or moved by two buttons for keyboard and
 * screen readers. The new order is shown at once. `onOrder` returns whether the server has saved it; if not, the former
 * order comes back.
 */
export function RankedSchools({
  desired,
  isBusy,
  onOrder,
  actions,
}: {
  desired: readonly DesiredSchool[];
  isBusy: boolean;
  onOrder: (ranks: number[]) => Promise<boolean>;
  actions: (school: DesiredSchool) => ReactNode;
}) {
  const [order, setOrder] = useState<readonly DesiredSchool[] | null>(null);
  const [news, setNews] = useState('');
  const [moved, setMoved] = useState<Moved | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: dragAfter } }));
  const shown = order ?? desired;

  useEffect(() => {
    if (!moved) return;
    const buttonOf = (step: number) =>
      list.current?.querySelector<HTMLButtonElement>(`[data-at="${moved.at}"][data-step="${step}"]`);
    const wanted = buttonOf(moved.step);
    (wanted?.disabled ? buttonOf(-moved.step) : wanted)?.focus();
  }, [moved]);

  /** `step`: direction of the pressed button; the focus moves with the school. */
  const move = async (from: number, to: number, step: Moved['step'] | null = null) => {
    const school = shown[from];
    if (isBusy || !school || from === to || to < 0 || to >= shown.length) return;
    const next = movedTo(shown, from, to);
    setOrder(next);
    if (step) setMoved({ at: to, step });
    setNews(texts.moved(nameOfDesired(school), to + 1));
    const isKept = await onOrder(next.map(({ rank }) => rank));
    if (!isKept) setNews(texts.notMoved);
    setOrder(null);
  };
  const drop = ({ active, over }: DragEndEvent) => {
    if (over) void move(Number(active.id) - 1, Number(over.id) - 1);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements: silent, screenReaderInstructions: { draggable: texts.dragHelp } }}
    >
      <ol ref={list} className={styles.schools} data-testid="desired-list">
        {shown.map((school, at) => (
          <Card key={places[at]} at={at}>
            <h2 className={styles.name}>
              {texts.rank(at + 1)} {nameOfDesired(school)}
            </h2>
            <Facts school={school} />
            <div className={styles.buttons}>
              {actions(school)}
              {([-1, 1] as const).map((step) => (
                <ActionButton
                  key={step}
                  look="quiet"
                  icon={step === -1 ? up : down}
                  data-at={at}
                  data-step={step}
                  // Not `disabled`: the pressed button must keep the focus while the order is saved.
                  aria-disabled={isBusy || undefined}
                  aria-label={texts.moveLabel(nameOfDesired(school), step)}
                  disabled={step === -1 ? at === 0 : at === shown.length - 1}
                  onClick={() => void move(at, at + step, step)}
                >
                  {step === -1 ? texts.up : texts.down}
                </ActionButton>
              ))}
            </div>
          </Card>
        ))}
      </ol>
      <p role="status" className="visually-hidden" data-testid="desired-news">
        {news}
      </p>
    </DndContext>
  );
}

/** The library announces nothing, because the status line below announces both kinds of moves. */
const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

function Card({ at, children }: { at: number; children: ReactNode }) {
  const drag = useDraggable({ id: at + 1 });
  const place = useDroppable({ id: at + 1 });
  const { transform, isDragging } = drag;
  const style: CSSProperties = transform ? { transform: `translateY(${transform.y}px)` } : {};
  return (
    <li
      ref={place.setNodeRef}
      data-over={(place.isOver && !isDragging) || undefined}
      className={styles.place}
    >
      <div
        ref={drag.setNodeRef}
        className={styles.card}
        style={style}
        data-dragging={isDragging || undefined}
      >
        {/* Only for mouse and finger: the buttons below do the same for everybody. */}
        <span className={styles.grip} {...drag.listeners} aria-hidden="true" data-testid="desired-grip">
          <IconGripVertical size={22} />
        </span>
        {children}
      </div>
    </li>
  );
}

function Facts({ school }: { school: DesiredSchool }) {
  const { free_name, border, border_year, missing } = school;
  return (
    <>
      {free_name !== '' && <p className={styles.facts}>{texts.free}</p>}
      {border !== null && <p className={styles.facts}>{texts.border(border, border_year)}</p>}
      {missing.map((subject) => (
        <p key={subject} className={styles.note}>
          {texts.mismatch(subject)}
        </p>
      ))}
    </>
  );
}
