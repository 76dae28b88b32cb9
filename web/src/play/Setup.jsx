import { useState } from 'preact/hooks';
import { texts } from '../texts.js';
import { CLOCKS } from './clock.js';
import { RANKS } from './levels.js';

/// What a new game is made of.
export function Setup({ match }) {
  const [chosen, setChosen] = useState(match.settings);
  const choose = (more) => setChosen({ ...chosen, ...more });

  function start(event) {
    event.preventDefault();
    // A number that is being typed, such as "6.", is text.
    match.start({ ...chosen, komi: +chosen.komi });
  }

  return (
    <form class="setup" onSubmit={start}>
      <h2>{texts.newGame}</h2>
      <label class="row">
        <span>{texts.level}</span>
        <span aria-hidden="true">{texts.levelIs(chosen.level, RANKS[chosen.level - 1])}</span>
        <input
          type="range"
          name="level"
          min="1"
          max="15"
          value={chosen.level}
          aria-valuetext={texts.levelIs(chosen.level, RANKS[chosen.level - 1])}
          onInput={({ target }) => choose({ level: +target.value })}
        />
      </label>
      <fieldset class="row">
        <legend>{texts.yourColor}</legend>
        {['black', 'white'].map((color) => (
          <label class="choice" key={color}>
            <input type="radio" name="color" checked={chosen.color === color} onChange={() => choose({ color })} />
            <span class={`stone ${color}`} aria-hidden="true" />
            {texts[color]}
          </label>
        ))}
      </fieldset>
      <label class="row">
        <span>{texts.handicap}</span>
        <select
          name="handicap"
          value={chosen.handicap}
          onChange={({ target }) => choose({ handicap: +target.value, komi: +target.value ? 0.5 : 7.5 })}
        >
          {[0, 2, 3, 4, 5].map((count) => (
            <option key={count} value={count}>
              {texts.handicapIs(count)}
            </option>
          ))}
        </select>
      </label>
      <label class="row">
        <span>{texts.komi}</span>
        <input
          type="number"
          name="komi"
          min="-80"
          max="80"
          step="0.5"
          required
          value={chosen.komi}
          onInput={({ target }) => choose({ komi: target.value })}
        />
      </label>
      <label class="row">
        <span>{texts.clock}</span>
        <select name="clock" value={chosen.clock} onChange={({ target }) => choose({ clock: target.value })}>
          {['none', ...Object.keys(CLOCKS)].map((name) => (
            <option key={name} value={name}>
              {texts.clocks[name]}
            </option>
          ))}
        </select>
      </label>
      <button class="main">{texts.start}</button>
    </form>
  );
}
