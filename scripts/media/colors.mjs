// Accent colours a course may name in course.yaml: `deep` for print and thumbnails, `chalk` on the board.
const COLORS = {
  red: { deep: '#b83340', soft: '#fbe9ea', chalk: '#ffb0a8' },
  pink: { deep: '#b5437a', soft: '#fbe8f1', chalk: '#ffb3d1' },
  blue: { deep: '#2b5fa8', soft: '#e6eff9', chalk: '#a5d0ff' },
  orange: { deep: '#b8611b', soft: '#fcefe1', chalk: '#ffc98a' },
  teal: { deep: '#14756f', soft: '#e0f2f0', chalk: '#93e2d4' },
  violet: { deep: '#68489f', soft: '#efeaf8', chalk: '#d2bdff' },
  green: { deep: '#397a3c', soft: '#e7f3e6', chalk: '#b5e6a2' },
  gray: { deep: '#4d5a68', soft: '#ebeef1', chalk: '#cfd8e0' },
};

export const courseColors = (course) => COLORS[course.color] ?? COLORS.gray;
