/**
 * Finds wording that the style guide replaces, in text that people read. The check catches relapses only: whether a
 * text is natural and clear is judged by reading it.
 */

/** Wording to avoid, and what to write instead. */
export interface Term {
  readonly pattern: RegExp;
  readonly instead: string;
  /** Texts that match the pattern and are correct. Each one was reviewed. */
  readonly allowed?: RegExp;
}

/** A place where a text uses wording to avoid. */
export interface WordingProblem {
  readonly found: string;
  readonly instead: string;
}

/** The wording to avoid. Order doesn't matter: a text can have several problems. */
const terms: readonly Term[] = [
  {
    pattern: /\b(?:is|are) no (?=[\w"`{])/i,
    instead: "isn't a, or invalid",
    allowed:
      /\bno (?:longer|more than|\w+ (?:to|for|that|who|which|in|on|at|of|is)\b)|\bthere (?:is|are) no\b|\bis no \w+$/i,
  },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, instead: 'fix' },
  { pattern: /\banew\b|\bonce more\b|\blooks? again\b/i, instead: 'again, retry, refresh' },
  { pattern: /\bgo(?:es)? on\b(?! to\b)|\bwent on\b/i, instead: 'continue' },
  { pattern: /\bby (?:itself|themselves)\b/i, instead: 'automatically', allowed: /\bexited,? by itself\b/i },
  { pattern: /\bwithout a word\b|\bin silence\b/i, instead: 'silently' },
  { pattern: /\b(?:is|are) (?:at it|busy with)\b/i, instead: 'is updating, is installing, in progress' },
  {
    pattern: /\bst(?:ands?|ood) (?:in|behind|at|there|here|beside|above|below)\b/i,
    instead: 'is, appears',
    allowed: /\bstand-?in\b/i,
  },
  { pattern: /\bfigures\b/i, instead: 'metrics, values' },
  { pattern: /\bso many\b/i, instead: 'the number of', allowed: /\bso many \w+ that\b/i },
  {
    pattern: /(?:^|[.:;,] )of (?:what|which|it|whom|its)\b/i,
    instead: 'name the thing',
    allowed: /, (?:\w+ )?of which\b/i,
  },
  { pattern: /\b(?:some|no)body\b/i, instead: 'a user, another client, no one' },
  { pattern: /\bprocessors?\b/i, instead: 'CPUs, vCPUs', allowed: /\bword processors?\b/i },
  { pattern: /\b(?:is|are|was|were) told\b|\btells? (?:what|how|of)\b|\bsays? nothing\b/i, instead: 'shows, reports' },
  { pattern: /\brest(?:s|ed)? the (?:pointer|mouse)\b/i, instead: 'hover over' },
  { pattern: /\bwhat is packed\b/i, instead: 'embedded policy, initdata' },
  { pattern: /\bas of (?=\d|\{)/i, instead: 'last updated' },
  { pattern: /\bby the documents\b|\bthe documents (?:say|call|name)\b/i, instead: 'the documentation' },
  { pattern: /\b(?:is|are) (?:not )?looked (?:at|for)\b/i, instead: 'the extension checks, searches' },
  { pattern: /\bknows? (?:no|nothing)\b/i, instead: 'unknown' },
  { pattern: /\bwhoever\b/i, instead: 'name the actor' },
  // The dictionary of the spelling check accepts these British spellings.
  {
    pattern: /\b(?:cancell|labell|modell|signall)(?:ed|ing)\b|\bcatalogues?\b/i,
    instead: 'American English, such as canceled, labeled, catalog',
  },
  { pattern: /\u2026|\u2014/, instead: 'three periods; a comma or a new sentence' },
];

/** Returns the wording to avoid in a text. Code in backticks doesn't count. */
export function findOddWording(text: string, checked: readonly Term[] = terms): readonly WordingProblem[] {
  const prose = text.replaceAll(/`[^`\n]*`/g, '``');
  return checked.flatMap(({ pattern, instead, allowed }) => {
    const found = pattern.exec(prose)?.[0];
    return found === undefined || allowed?.test(prose) === true ? [] : [{ found: found.trim(), instead }];
  });
}
