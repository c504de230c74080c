/**
 * Lists the characters after which clients request completions and signatures automatically. The server sends them
 * before it loads the languages, so they aren't part of the modules in modules.ts.
 */

/** The characters of a language after which clients request a feature automatically. */
export interface TriggerCharacters {
  readonly completion?: readonly string[];
  readonly signatureHelp?: readonly string[];
  /** Characters that update a displayed signature. */
  readonly signatureHelpUpdate?: readonly string[];
}

/** The characters of all languages, in the order of modules.ts. */
export const triggerCharacters: readonly TriggerCharacters[] = [
  // PromQL
  { completion: ['"', '='] },
  // Configuration files of Kata
  { completion: ['[', '.', '"', '='] },
  // Manifests
  { completion: [' ', ':', '"'] },
  // Agent policies
  { completion: ['.', '"'], signatureHelp: ['('], signatureHelpUpdate: [','] },
  // Initdata
  { completion: ['.', '"', '='] },
];
