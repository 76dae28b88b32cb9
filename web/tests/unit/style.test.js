import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const css = readFileSync(new URL('../../src/style.css', import.meta.url), 'utf8');
const [light, dark] = css.split('@media (prefers-color-scheme: dark)');

/// The value of a color variable, as three numbers from 0 to 1.
function colorOf(theme, name) {
  const [, digits] = new RegExp(`--${name}: #(\\w+);`).exec(theme);
  const six = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return six.match(/../g).map((pair) => parseInt(pair, 16) / 255);
}

/// The contrast of two colors as WCAG defines it.
function contrast(...colors) {
  const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const [most, least] = colors
    .map((color) => color.map(linear))
    .map(([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
    .sort((a, b) => b - a);
  return most / least;
}

test('what is to be seen can be, in the light and in the dark', () => {
  for (const theme of [light, dark]) {
    for (const [name, least] of [
      ['text', 4.5],
      ['quiet', 4.5],
      ['accent', 4.5],
      ['edge', 3],
    ]) {
      for (const behind of ['ground', 'panel']) {
        const found = contrast(colorOf(theme, name), colorOf(theme, behind));
        assert.ok(found >= least, `${name} on ${behind}: ${found}`);
      }
    }
  }
});
