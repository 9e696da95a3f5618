import type { ComponentType } from 'react';
import type { HeroPicture } from '#contracts/site.ts';
import { FamilyPicture } from './FamilyPicture.tsx';
import { LearningPicture } from './LearningPicture.tsx';
import { LessonPicture } from './LessonPicture.tsx';
import { SeasonPicture } from './SeasonPicture.tsx';

const pictures: Record<HeroPicture, ComponentType> = {
  family: FamilyPicture,
  learning: LearningPicture,
  lesson: LessonPicture,
  season: SeasonPicture,
};

/** The drawing named by a campaign. */
export function CampaignPicture({ name }: { name: HeroPicture }) {
  const Picture = pictures[name];
  return <Picture />;
}
