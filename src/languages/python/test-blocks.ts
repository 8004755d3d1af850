import { type FindTestBlocks, lineRanges } from '../test-blocks.ts';

/** Examples in docstrings (`>>> f(1)` and what they print), where the project runs them. */
export const pythonTestBlocks: FindTestBlocks = (text, { runsDoctests }) => {
  if (!text.includes('>>> ') || !(runsDoctests || /\bdoctest\b/.test(text))) return [];
  let isInside = false;
  return lineRanges(text, (line) => {
    if (/^\s*>>>(?: |$)/.test(line)) isInside = true;
    // What is expected ends with a blank line or with the docstring.
    else if (isInside && (line.trim() === '' || /^\s*(?:"""|''')/.test(line))) isInside = false;
    return isInside;
  });
};
