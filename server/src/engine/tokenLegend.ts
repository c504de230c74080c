/** The kinds of words that semantic tokens tell apart; their order is what the protocol goes by. */
export const tokenTypes = [
  'keyword',
  'comment',
  'string',
  'number',
  'operator',
  'function',
  'variable',
  'parameter',
  'property',
  'namespace',
  'class',
] as const;
export type TokenType = (typeof tokenTypes)[number];

export const tokenModifiers = ['declaration', 'readonly', 'defaultLibrary'] as const;
export type TokenModifier = (typeof tokenModifiers)[number];
