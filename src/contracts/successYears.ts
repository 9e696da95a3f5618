/** Years that always have a page (specification.md 2), whether they have stories yet or not; the newest is the last. */
export const successYears = [2022, 2024, 2025] as const;
