import type { ComponentType, ReactNode } from 'react';
import type { LayoutName, PageWidth } from '#shared/lib/pages/pageRow.ts';
import { CustomLayout } from './CustomLayout.tsx';
import { DefaultLayout } from './DefaultLayout.tsx';
import { LectureLayout } from './LectureLayout.tsx';
import { LectureV2Layout } from './LectureV2Layout.tsx';
import { MypageLayout } from './MypageLayout.tsx';
import { TestLayout } from './TestLayout.tsx';

const layouts: Record<
  Exclude<LayoutName, 'none'>,
  ComponentType<{ width?: PageWidth; children: ReactNode }>
> = {
  default: DefaultLayout,
  custom: CustomLayout,
  lecture: LectureLayout,
  lecturev2: LectureV2Layout,
  mypage: MypageLayout,
  test: TestLayout,
};

/** Puts a page into the layout named by its route. */
export function Layout({
  name,
  width,
  children,
}: {
  name: LayoutName;
  width?: PageWidth;
  children: ReactNode;
}) {
  if (name === 'none') return children;
  const Chosen = layouts[name];
  return <Chosen width={width}>{children}</Chosen>;
}
