// Teacher portraits: our own flat illustrated avatars, one look per teacher, drawn as SVG.
const LOOKS = {
  't-math-1': {
    hair: 'part',
    hairColor: '#3b2f2a',
    skin: '#f3cfae',
    wear: 'cardigan',
    wearColor: '#2f4a75',
    back: '#cfe0f5',
    glasses: 'square',
  },
  't-math-2': {
    hair: 'bob',
    hairColor: '#5a3a2a',
    skin: '#f7d9bd',
    wear: 'blouse',
    wearColor: '#d95f5f',
    back: '#fbdcd8',
  },
  't-english-1': {
    hair: 'long',
    hairColor: '#8a5a35',
    skin: '#f6d3b5',
    wear: 'blazer',
    wearColor: '#9c3f6b',
    back: '#f9d9e6',
  },
  't-japanese-1': {
    hair: 'bun',
    hairColor: '#8d8890',
    skin: '#f1cdb0',
    wear: 'kimono',
    wearColor: '#6b5a9a',
    back: '#e2dcf3',
    glasses: 'round',
  },
  't-physics-1': {
    hair: 'spiky',
    hairColor: '#2b2b30',
    skin: '#e9bd95',
    wear: 'shirt',
    wearColor: '#1f8a83',
    back: '#cfeae6',
    beard: true,
  },
  't-chemistry-1': {
    hair: 'ponytail',
    hairColor: '#2f2530',
    skin: '#f8dcc4',
    wear: 'labcoat',
    wearColor: '#4f9a5b',
    back: '#d8eed6',
  },
  't-history-1': {
    hair: 'senior',
    hairColor: '#b9b6b2',
    skin: '#edc6a3',
    wear: 'tie',
    wearColor: '#7a5434',
    back: '#f0e0c8',
    moustache: true,
  },
  't-information-1': {
    hair: 'curly',
    hairColor: '#3a2a22',
    skin: '#efc7a2',
    wear: 'hoodie',
    wearColor: '#5c6b80',
    back: '#dde3ea',
    glasses: 'round',
  },
};

const DEFAULT_LOOK = {
  hair: 'part',
  hairColor: '#4a3a30',
  skin: '#f3cfae',
  wear: 'shirt',
  wearColor: '#7b6a58',
  back: '#ece6dc',
};

const backHair = {
  bob: (c) =>
    `<path d="M66 116c-6-56 26-84 62-84s68 28 62 84c-2 22-4 38-10 50h-104c-6-12-8-28-10-50z" fill="${c}"/>`,
  long: (c) =>
    `<path d="M64 112c-4-54 28-82 64-82s68 28 64 82c-1 26 16 44 8 78-4 16-22 20-34 12h-76c-12 8-30 4-34-12-8-34 9-52 8-78z" fill="${c}"/>`,
  bun: (c) =>
    `<circle cx="128" cy="30" r="22" fill="${c}"/><path d="M74 110c-4-50 22-74 54-74s58 24 54 74z" fill="${c}"/>`,
  ponytail: (c) =>
    `<path d="M176 66c34 4 44 40 34 74-4 14-14 24-24 26 8-22 6-50-8-70z" fill="${c}"/><path d="M72 110c-4-52 24-76 56-76s60 24 56 76z" fill="${c}"/>`,
};

const frontHair = {
  part: (c) =>
    `<path d="M76 106c-10-46 18-76 56-76 34 0 58 26 48 74-4-14-8-24-14-32-22 2-46-4-60-14-8 14-22 26-30 48z" fill="${c}"/>`,
  bob: (c) =>
    `<path d="M74 118c-6-44 16-78 54-78s60 34 54 78c-4-20-10-30-16-38H90c-6 8-12 18-16 38z" fill="${c}"/>`,
  long: (c) =>
    `<path d="M74 116c-4-46 20-76 58-76 34 0 54 28 50 74-6-24-20-40-42-48-14 22-46 20-66 50z" fill="${c}"/>`,
  bun: (c) =>
    `<path d="M76 108c-6-42 20-68 52-68s58 26 52 68c-4-24-22-40-52-42-30 2-48 18-52 42z" fill="${c}"/>`,
  spiky: (c) =>
    `<path d="M74 104c-8-30-2-48 10-58l2 10c6-14 16-22 28-26l-2 12c10-10 24-14 38-12l-8 10c14-2 26 4 34 16l-10 0c10 10 20 26 16 48-4-12-8-22-16-28-28 6-58 4-78-2-8 6-12 16-14 30z" fill="${c}"/>`,
  ponytail: (c) =>
    `<path d="M74 114c-6-44 18-76 54-76s60 32 54 76c-4-18-8-30-18-38-12 6-28 8-40 2-18-2-40 8-50 36z" fill="${c}"/>`,
  senior: (c) =>
    `<path d="M72 116c-8-22-2-50 16-62-4 16-6 32-6 44-4 4-8 10-10 18zM184 116c8-22 2-50-16-62 4 16 6 32 6 44 4 4 8 10 10 18z" fill="${c}"/><path d="M86 62c10-22 30-32 52-30 20 0 30 12 34 28-16-12-34-14-52-10-14 2-24 4-34 12z" fill="${c}"/>`,
  curly: (c) =>
    `<g fill="${c}"><circle cx="84" cy="84" r="18"/><circle cx="90" cy="60" r="20"/><circle cx="112" cy="46" r="22"/><circle cx="142" cy="44" r="22"/><circle cx="164" cy="60" r="20"/><circle cx="173" cy="84" r="18"/><path d="M84 76c20-14 68-14 88 0l-6-28H92z"/></g>`,
};

const wear = {
  cardigan: (c) =>
    `<path d="M34 256c2-44 32-62 66-68l28 24 28-24c34 6 64 24 66 68z" fill="${c}"/><path d="M100 188l28 68 28-68-12-6h-32z" fill="#fff"/><path d="M104 186l24 22-14 16-18-30zM152 186l-24 22 14 16 18-30z" fill="#f1f4f9"/>`,
  blouse: (c) =>
    `<path d="M34 256c2-44 32-62 68-68 8 16 44 16 52 0 36 6 66 24 68 68z" fill="${c}"/><path d="M102 188c6 20 46 20 52 0l10 8c-12 26-60 26-72 0z" fill="#fff3ee"/>`,
  blazer: (c) =>
    `<path d="M34 256c2-44 32-62 66-68h56c34 6 64 24 66 68z" fill="${c}"/><path d="M104 186l24 66 24-66z" fill="#fff7f2"/><path d="M100 188l28 66-30-24-8-38zM156 188l-28 66 30-24 8-38z" fill="#00000026"/>`,
  kimono: (c) =>
    `<path d="M34 256c2-44 32-62 66-68h56c34 6 64 24 66 68z" fill="${c}"/><path d="M152 184l-36 72h-26l46-72z" fill="#e4dcf2"/><path d="M104 184l42 72h26l-52-76z" fill="#f8f4fd"/>`,
  shirt: (c) =>
    `<path d="M34 256c2-44 32-62 66-68h56c34 6 64 24 66 68z" fill="${c}"/><path d="M102 186l26 26-18 18-20-36zM154 186l-26 26 18 18 20-36z" fill="#ffffff40"/><path d="M128 214v42" stroke="#ffffff55" stroke-width="3"/>`,
  labcoat: (c) =>
    `<path d="M34 256c2-44 32-62 66-68h56c34 6 64 24 66 68z" fill="#fdfefd"/><path d="M104 186l24 50 24-50z" fill="${c}"/><path d="M102 186l26 56-32-18-6-30zM154 186l-26 56 32-18 6-30z" fill="#dfe7e2"/>`,
  tie: (c) =>
    `<path d="M34 256c2-44 32-62 66-68h56c34 6 64 24 66 68z" fill="${c}"/><path d="M102 186l26 70 26-70z" fill="#fffaf2"/><path d="M128 208l9 10-5 38h-8l-5-38z" fill="#a8362f"/><path d="M100 188l28 66-32-26-6-36zM156 188l-28 66 32-26 6-36z" fill="#0000001f"/>`,
  hoodie: (c) =>
    `<path d="M34 256c2-44 32-62 66-68h56c34 6 64 24 66 68z" fill="${c}"/><path d="M88 192c8 28 72 28 80 0l-14-12h-52z" fill="#0000002b"/><path d="M112 214v26M144 214v26" stroke="#f4f6f9" stroke-width="4" stroke-linecap="round"/>`,
};

const glasses = {
  square:
    '<g fill="#ffffff22" stroke="#33383f" stroke-width="3.5"><rect x="90" y="104" width="32" height="24" rx="7"/><rect x="134" y="104" width="32" height="24" rx="7"/><path d="M122 113h12" fill="none"/></g>',
  round:
    '<g fill="#ffffff22" stroke="#5a4a42" stroke-width="3"><circle cx="106" cy="116" r="16"/><circle cx="150" cy="116" r="16"/><path d="M122 114h12" fill="none"/></g>',
};

export function avatarSvg(teacherId) {
  const look = LOOKS[teacherId] ?? DEFAULT_LOOK;
  const { skin, hairColor } = look;
  const shade = '#00000014';
  const brow = look.hair === 'senior' || look.hair === 'bun' ? '#7d7a7a' : hairColor;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" role="img" aria-hidden="true">
<clipPath id="${teacherId}-frame"><circle cx="128" cy="128" r="128"/></clipPath>
<g clip-path="url(#${teacherId}-frame)">
<rect width="256" height="256" fill="${look.back}"/>
${backHair[look.hair]?.(hairColor) ?? ''}
${wear[look.wear](look.wearColor)}
<path d="M108 160h40v26c0 12-9 20-20 20s-20-8-20-20z" fill="${skin}"/>
<path d="M108 166c10 10 30 10 40 0v10c-10 8-30 8-40 0z" fill="${shade}"/>
<circle cx="76" cy="120" r="10" fill="${skin}"/><circle cx="180" cy="120" r="10" fill="${skin}"/>
<path d="M78 104c0-34 20-54 50-54s50 20 50 54c0 42-20 70-50 70s-50-28-50-70z" fill="${skin}"/>
${look.beard ? '<path d="M82 132c4 30 22 44 46 44s42-14 46-44c-8 10-14 14-22 14-8-6-40-6-48 0-8 0-14-4-22-14z" fill="#2b2b3038"/>' : ''}
${frontHair[look.hair](hairColor)}
<path d="M94 99q12-7 24-1M138 98q12-6 24 1" fill="none" stroke="${brow}" stroke-width="4" stroke-linecap="round"/>
<ellipse cx="106" cy="116" rx="5" ry="6.5" fill="#2d2a2b"/><ellipse cx="150" cy="116" rx="5" ry="6.5" fill="#2d2a2b"/>
<circle cx="108" cy="113.5" r="1.8" fill="#fff"/><circle cx="152" cy="113.5" r="1.8" fill="#fff"/>
<circle cx="94" cy="136" r="9" fill="#f0806f33"/><circle cx="162" cy="136" r="9" fill="#f0806f33"/>
<path d="M128 120q-4 12 3 13" fill="none" stroke="#00000026" stroke-width="3" stroke-linecap="round"/>
${look.moustache ? `<path d="M108 146q10-10 20-4 10-6 20 4-10 4-20 1-10 3-20-1z" fill="#9a9691"/>` : ''}
<path d="M114 ${look.moustache ? 153 : 148}q14 12 28 0" fill="none" stroke="#a2483f" stroke-width="4" stroke-linecap="round"/>
${look.glasses ? glasses[look.glasses] : ''}
</g></svg>
`;
}
