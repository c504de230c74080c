/** What is said before something is changed that comes from a Git repository. */
import { namesWords } from '../live/words.ts';

/** What is to be changed. @property managedBy `Argo CD (application kata)` */
export interface Managed {
  readonly kind: string;
  readonly name: string;
  readonly managedBy?: string;
}

/** A sentence for each tool that manages some of them. */
export function gitOpsConsequences(objects: readonly Managed[]): readonly string[] {
  const tools = [...new Set(objects.flatMap(({ managedBy }) => managedBy ?? []))];
  return tools.map((tool) => {
    const theirs = objects.filter(({ managedBy }) => managedBy === tool).map(({ kind, name }) => `${kind} ${name}`);
    const one = theirs.length === 1;
    return `${namesWords(theirs, 4)} ${one ? 'comes' : 'come'} from ${tool}, which may make ${one ? 'it' : 'them'} again or change ${one ? 'it' : 'them'} back: change it there, too.`;
  });
}
