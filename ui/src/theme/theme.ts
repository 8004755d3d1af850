import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Blue of the running state, light to dark: links, focus and the one primary button. */
const blue: MantineColorsTuple = [
  '#eaf3ff',
  '#d3e5fb',
  '#a6c9f3',
  '#6cb2ff',
  '#4a93e6',
  '#2a78d4',
  '#0b62c4',
  '#0a55aa',
  '#08478f',
  '#063873',
];

const amber: MantineColorsTuple = [
  '#fff8e6',
  '#ffefc7',
  '#ffe08f',
  '#ffd164',
  '#ffc24b',
  '#fbba22',
  '#f5b301',
  '#c99200',
  '#8a6500',
  '#5c4300',
];

const dark: MantineColorsTuple = [
  '#e8ebef',
  '#c5ccd5',
  '#a3acb9',
  '#6f7987',
  '#3d4550',
  '#2e343d',
  '#21262d',
  '#191d23',
  '#14181d',
  '#0c0f12',
];

export const overrides = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 6, dark: 3 },
  colors: { blue, amber, dark },
  autoContrast: true,
  black: '#1a1d21',
  defaultRadius: 6,
  cursorType: 'pointer',
  fontFamily:
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Apple SD Gothic Neo', 'Malgun Gothic', 'Noto Sans KR', 'Noto Sans CJK KR', sans-serif",
  fontFamilyMonospace:
    "ui-monospace, SFMono-Regular, 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK KR', monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '6px', xl: '6px' },
  shadows: { xs: 'none', sm: 'none', md: 'none', lg: 'none', xl: 'none' },
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '20px', lineHeight: '28px' } } },
});
