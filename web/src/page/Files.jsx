import { useRef, useState } from 'preact/hooks';
import { texts } from '../texts.js';
import { readFile, saveFile } from './file.js';
import { focusBoard } from './focus.js';

/// Buttons that open and save a record, or go back to the last one. A record can also be dropped or pasted anywhere on the
/// page.
export function Files({ record, onOpen, onNew, onLast }) {
  const input = useRef();
  const [pasting, setPasting] = useState(false);

  function paste(event) {
    event.preventDefault();
    if (!onOpen(new FormData(event.target).get('record'))) return;
    setPasting(false);
    focusBoard();
  }

  return (
    <>
      <div class="buttons tight">
        {onNew && <button onClick={onNew}>{texts.newRecord}</button>}
        <button onClick={() => input.current.click()}>{texts.open}</button>
        <button aria-expanded={pasting} onClick={() => setPasting(!pasting)}>
          {texts.paste}
        </button>
        <button onClick={() => saveFile('game.sgf', `${record}`)}>{texts.save}</button>
        {onLast && (
          <button title={texts.backToLast} onClick={onLast}>
            {texts.lastRecord}
          </button>
        )}
        <input
          ref={input}
          class="unseen"
          type="file"
          aria-label={texts.open}
          tabIndex={-1}
          onChange={async ({ target }) => {
            if (target.files[0]) onOpen(await readFile(target.files[0]));
            target.value = '';
          }}
        />
      </div>
      {pasting && (
        <form class="paste" onSubmit={paste}>
          <label>
            {texts.pasteHere}
            <textarea name="record" rows="4" required />
          </label>
          <button class="main">{texts.open}</button>
        </form>
      )}
    </>
  );
}
