/** The semantic token types. The protocol encodes a type by its index, so the order matters. */
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
