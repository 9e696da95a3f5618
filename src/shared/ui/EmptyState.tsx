import type { ReactNode } from 'react';
import type { PictureName } from './Picture.tsx';
import { StateCard } from './StateCard.tsx';

/** An empty list: what will be here, and the one thing to do (product.md 2.0.2). */
export function EmptyState({
  picture,
  title,
  children,
  action,
}: {
  picture: PictureName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <StateCard picture={picture} title={title} actions={action} testId="list-empty">
      {children}
    </StateCard>
  );
}
