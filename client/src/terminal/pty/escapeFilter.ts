/**
 * Removes escape sequences that act on the editor from the output of a container: OSC 52 writes to the clipboard, OSC 7
 * and 9 report folders, OSC 133, 633, and 1337 report commands and files, and OSC 99 shows notifications. Passes on
 * everything else. Sequences can be split between two chunks. Doesn't use VS Code.
 *
 * Follows the parser of the terminal, so that no spelling of a sequence is missed. Sources: xtermjs/xterm.js
 * src/common/parser/EscapeSequenceParser.ts (VT500_TRANSITION_TABLE) and OscParser.ts; microsoft/vscode
 * src/vs/platform/terminal/common/xterm/shellIntegrationAddon.ts (7, 9, 133, 633, 1337) and
 * src/vs/workbench/contrib/terminalContrib/notification/browser/terminal.notification.contribution.ts (99).
 */

/** Numbers of the sequences that are removed. */
const removed: ReadonlySet<number> = new Set([7, 9, 52, 99, 133, 633, 1337]);

/** Maximum number of characters that are held back until it's clear whether they start such a sequence. */
const longestStart = 64;

const [escape, bell, cancel, substitute] = ['\u001b', '\u0007', '\u0018', '\u001a'];
/** The 8-bit forms of the start and the end of a sequence. */
const [oscStart, stringEnd] = ['\u009d', '\u009c'];
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const startOfSequence = /[\u001b\u009d]/;

type State =
  | 'text'
  /** After ESC. */
  | 'escape'
  /** In the number of an OSC sequence. */
  | 'number'
  /** In a sequence that is removed. */
  | 'removing'
  /** After ESC in a sequence that is removed. */
  | 'removingEscape';

export class EscapeFilter {
  #state: State = 'text';
  /** Characters that start a sequence and haven't been passed on. */
  #held = '';
  #number = 0;

  /** Returns the part of the text that is shown. */
  push(text: string): string {
    let shown = '';
    let from = 0;
    while (from < text.length) {
      if (this.#state === 'text') {
        const rest = from === 0 ? text : text.slice(from);
        const start = rest.search(startOfSequence);
        if (start < 0) return shown + rest;
        shown += rest.slice(0, start);
        from += start;
      }
      shown += this.#take(text.charAt(from));
      from += 1;
    }
    return shown;
  }

  /** Handles a character that starts or continues a sequence. Returns the text to show. */
  #take(character: string): string {
    switch (this.#state) {
      case 'escape':
        return this.#afterEscape(character);
      case 'number':
        return this.#inNumber(character);
      case 'removing':
        return this.#inRemoved(character);
      case 'removingEscape':
        // ESC has ended the sequence. A backslash belongs to the end, anything else to the next sequence.
        if (character === '\\') return this.#to('text');
        this.#start(escape, 'escape');
        return this.#take(character);
      default:
        return this.#start(character, character === escape ? 'escape' : 'number');
    }
  }

  #afterEscape(character: string): string {
    if (character === ']') return this.#hold(character, 'number');
    if (character === escape || character === oscStart) return this.#restart(character);
    // The terminal executes control characters within a sequence and then continues it.
    if (isControl(character) || character === '\u007f') return this.#hold(character);
    return this.#pass(character);
  }

  #inNumber(character: string): string {
    if (character >= '0' && character <= '9') {
      this.#number = this.#number * 10 + Number(character);
      return this.#hold(character);
    }
    if (character === escape || character === oscStart) {
      if (!removed.has(this.#number)) return this.#restart(character);
      this.#held = '';
      if (character === escape) return this.#to('removingEscape');
      return this.#start(character, 'number');
    }
    if (character === ';' || character === bell || character === stringEnd) {
      if (!removed.has(this.#number)) return this.#pass(character);
      this.#held = '';
      return this.#to(character === ';' ? 'removing' : 'text');
    }
    // The terminal ignores other control characters here.
    if (isControl(character)) return this.#hold(character);
    return this.#pass(character);
  }

  #inRemoved(character: string): string {
    if (character === escape) return this.#to('removingEscape');
    if (character === oscStart) return this.#start(character, 'number');
    const isEnd = character === bell || character === cancel || character === substitute;
    // Other 8-bit control characters also end the sequence.
    return isEnd || (character >= '\u0080' && character <= '\u009f') ? this.#to('text') : '';
  }

  /** Passes on the held characters and starts another sequence. */
  #restart(character: string): string {
    const shown = this.#held;
    this.#start(character, character === escape ? 'escape' : 'number');
    return shown;
  }

  #start(character: string, state: 'escape' | 'number'): string {
    this.#held = character;
    this.#number = 0;
    return this.#to(state);
  }

  #hold(character: string, state: State = this.#state): string {
    this.#held += character;
    this.#state = state;
    if (this.#held.length <= longestStart) return '';
    // No sequence of a program starts like this. What follows is text, because the terminal doesn't get the start.
    this.#held = '';
    return this.#to('text');
  }

  #pass(character: string): string {
    const shown = this.#held + character;
    this.#held = '';
    this.#to('text');
    return shown;
  }

  #to(state: State): string {
    this.#state = state;
    return '';
  }
}

/** Returns whether the terminal executes a character within a sequence. */
function isControl(character: string): boolean {
  return character < ' ' && character !== cancel && character !== substitute;
}
