import type { SignName } from '../guides.ts';

/** The icons of browser buttons, drawn by us: strokes on a field of 24. */
const strokes: Record<SignName, string[]> = {
  share: ['M12 3v12', 'M8 6.500l4 -3.500l4 3.500', 'M8 10H6v11h12V10h-2'],
  dots: ['M12 5v.01', 'M12 12v.01', 'M12 19v.01'],
  sideDots: ['M5 12h.01', 'M12 12h.01', 'M19 12h.01'],
  lines: ['M4 7h16', 'M4 12h16', 'M4 17h16'],
  addToHome: [
    'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1 -1 1H5a1 1 0 0 1 -1 -1V5a1 1 0 0 1 1 -1z',
    'M12 8v8',
    'M8 12h8',
  ],
  addPage: ['M12 5v14', 'M5 12h14'],
  installPhone: [
    'M13 3H8a1 1 0 0 0 -1 1v16a1 1 0 0 0 1 1h8a1 1 0 0 0 1 -1v-6',
    'M16 3v7',
    'M13 7.500l3 3l3 -3',
  ],
  installScreen: ['M13 5H4v11h16v-4', 'M9 20h6', 'M17 3v6', 'M14.500 6.500l2.500 2.500l2.500 -2.500'],
  confirm: ['M5 12l5 5l9 -10'],
  dock: ['M4 4h16v16H4z', 'M7 16h2', 'M11 16h2', 'M15 16h2'],
  file: ['M4 6h16', 'M8 6v12h8v-8', 'M12 10h.01'],
  open: ['M5 5h14v14H5z', 'M10 9l5 3l-5 3z'],
};

/** The picture of a button the learner will see in their browser. */
export function Sign({ name }: { name: SignName }) {
  return (
    <svg
      width={28}
      height={28}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'dots' || name === 'sideDots' ? 3.5 : 1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {strokes[name].map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
