/**
 * JSON in which what is not seen, or turns what is around it, is spelled out by its own means: names in it are
 * anything.
 */

export function printableJson(value: unknown): string {
  return printableJsonText(JSON.stringify(value, null, 2));
}

/** The same for what is JSON already. */
export function printableJsonText(json: string): string {
  return json.replace(/[\u007f-\u009f\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}
