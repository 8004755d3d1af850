import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import type { Plugin, UserConfig } from 'vite';
import { overrides } from './src/theme/theme.ts';

const THEME = 'virtual:theme.css';
const theme = mergeMantineTheme(DEFAULT_THEME, overrides);

/**
 * The variables of the theme as a file. Mantine would write them into a style element when the page opens, which the
 * content security policy forbids.
 */
const themeVariables: Plugin = {
  name: 'theme-variables',
  resolveId: (id) => (id === THEME ? `\0${THEME}` : null),
  load: (id) => (id === `\0${THEME}` ? convertCssVariables(defaultCssVariablesResolver(theme)) : null),
};

const config: UserConfig = {
  plugins: [themeVariables],
  oxc: { jsx: { runtime: 'automatic' } },
  css: { modules: { generateScopedName: '[name]-[local]-[hash:base64:4]' } },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
};

export default config;
