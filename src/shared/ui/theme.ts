import { createTheme, type MantineColorsTuple, type MantineThemeOverride } from '@mantine/core';

/**
 * Primary: buttons, the current place, the logo (specification.md 9). White text on shade 6 has a contrast of 5.0:1.
 */
const red: MantineColorsTuple = [
  '#fff0f1',
  '#ffdee1',
  '#ffb9c0',
  '#ff8f9b',
  '#f56472',
  '#e6455a',
  '#d42a40',
  '#bb2037',
  '#9a182d',
  '#741022',
];
/** Secondary: しおり and new things. */
const pink: MantineColorsTuple = [
  '#fff0f7',
  '#ffddec',
  '#ffb8da',
  '#ff8fc3',
  '#f766ab',
  '#e84695',
  '#d02c7e',
  '#b01f69',
  '#8e1855',
  '#6a103f',
];
/** Progress, done, information. */
const blue: MantineColorsTuple = [
  '#eef5ff',
  '#dae9ff',
  '#b3d1ff',
  '#85b4fb',
  '#5796f2',
  '#357be3',
  '#1f64cc',
  '#1650a8',
  '#123f84',
  '#0d2e62',
];
/** Deadlines, お気に入り, warnings. */
const orange: MantineColorsTuple = [
  '#fff5eb',
  '#ffe7cf',
  '#ffcb9b',
  '#fbaa62',
  '#f28d35',
  '#de7418',
  '#b95c0c',
  '#984a09',
  '#773a08',
  '#562a06',
];
/** Cool greys. */
const gray: MantineColorsTuple = [
  '#f5f7fa',
  '#edf0f5',
  '#e1e6ed',
  '#cdd4de',
  '#aeb8c6',
  '#8791a1',
  '#5b6575',
  '#4b5564',
  '#333b48',
  '#1e242e',
];
/** Cool greys of the dark scheme, from text to the darkest background. */
const dark: MantineColorsTuple = [
  '#e6e9ef',
  '#c3c9d4',
  '#a3acba',
  '#7b8696',
  '#454e5d',
  '#343c49',
  '#1c222c',
  '#12161d',
  '#0d1015',
  '#080a0e',
];

/**
 * Japanese system fonts only: no web font delays the first text (architecture.md 8, performance.md 4.5). Noto is first
 * because of the slowest devices, the Chromebooks of schools: there each missing font name costs a call to another
 * process before the first paint. There are two weights for the same reason, and because most phones have no third.
 */
const fontFamily =
  '"Noto Sans CJK JP", "Noto Sans JP", "Hiragino Sans", "Hiragino Kaku Gothic ProN", "BIZ UDPGothic", "Yu Gothic UI", Meiryo, sans-serif';

/**
 * The only theme of the app (specification.md 9: colours and breakpoints xs 600, sm 960, md 1264, lg 1904, xl 2900 px).
 * `theme.test.ts` writes its CSS variables to `theme.css`: style elements made by script would need exceptions in the
 * content security policy and in Trusted Types. The phone layout is below `xs`.
 */
export const theme: MantineThemeOverride = createTheme({
  colors: { red, pink, blue, orange, gray, dark },
  black: '#14181f',
  white: '#ffffff',
  primaryColor: 'red',
  primaryShade: { light: 6, dark: 6 },
  autoContrast: false,
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Noto Sans Mono CJK JP", monospace',
  fontWeights: { regular: '400', medium: '700', bold: '700' },
  breakpoints: { xs: '37.5em', sm: '60em', md: '79em', lg: '119em', xl: '181.25em' },
  defaultRadius: 'md',
  radius: { xs: '0.375rem', sm: '0.5rem', md: '0.75rem', lg: '1rem', xl: '1.5rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  lineHeights: { xs: '1.5', sm: '1.6', md: '1.75', lg: '1.75', xl: '1.75' },
  headings: {
    fontWeight: '700',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.4' },
      h2: { fontSize: '1.25rem', lineHeight: '1.45' },
      h3: { fontSize: '1.125rem', lineHeight: '1.5' },
      h4: { fontSize: '1rem', lineHeight: '1.5' },
      h5: { fontSize: '1rem', lineHeight: '1.5' },
      h6: { fontSize: '0.875rem', lineHeight: '1.5' },
    },
  },
  components: {
    Button: { defaultProps: { size: 'md', radius: 'md' } },
    ActionIcon: { defaultProps: { size: 44, radius: 'md', variant: 'subtle', color: 'gray' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    Switch: { defaultProps: { size: 'md', color: 'blue' } },
    Checkbox: { defaultProps: { size: 'md' } },
    SegmentedControl: { defaultProps: { size: 'md', radius: 'md' } },
    Modal: { defaultProps: { radius: 'lg', centered: true } },
  },
});
