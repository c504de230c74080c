/** A command as somebody reads or pastes it. Programs are never run by it: they get their arguments as a list. Pure. */

/** Nothing in it means anything to a shell. */
const harmless = /^[\w@%+=:,./-]+$/;

/** For bash and its like. What nobody can see has no place in a command that is to be read first. */
export function lineOf(argv: readonly string[]): string {
  return argv.map((word) => (harmless.test(word) ? word : `'${visible(word).replaceAll("'", String.raw`'\''`)}'`)).join(' ');
}

function visible(word: string): string {
  return word.replaceAll(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]+/gu, ' ');
}
