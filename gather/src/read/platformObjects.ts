/** Stores the problems of a must-gather that OpenShift sandboxed containers doesn't cause, with their lines. */
import {
  isCurrentProblem,
  isPlatformNamespace,
  mentionsPlatformProblem,
  readPlatformProblems,
  type PlatformKind,
} from '#core/cluster/objects/platformProblem.ts';
import type { LocatedProblem, PlatformState } from '#core/diagnosis/platform/platformReport.ts';
import type { MustGatherBudget } from '../limits/budget.ts';
import { keptLimits } from '../limits/limits.ts';
import type { RawObject } from '../objects/readObjects.ts';
import { kept } from './retainedValues.ts';
import type { CleanTexts } from './textRedactor.ts';

export class PlatformObjects {
  readonly #budget: MustGatherBudget;
  readonly #texts: CleanTexts;
  readonly #kinds = new Set<PlatformKind>();
  readonly #problems: LocatedProblem[] = [];

  constructor(budget: MustGatherBudget, texts: CleanTexts) {
    this.#budget = budget;
    this.#texts = texts;
  }

  /** Records that the must-gather has objects of the kind, even if none has a problem. */
  noteKind(kind: PlatformKind): void {
    this.#kinds.add(kind);
  }

  /**
   * Records that the pods of a namespace were collected.
   * @returns whether the text of the list has to be parsed for problems
   */
  notePods(path: string, text: string): boolean {
    const namespace = /(?:^|\/)namespaces\/([^/]+)\/core\/pods\.yaml$/.exec(path)?.[1] ?? '';
    if (!isPlatformNamespace(namespace)) return false;
    this.noteKind('pods');
    return mentionsPlatformProblem(text);
  }

  /**
   * Stores the problems of an object.
   * @param lines all lines of the file
   */
  read(kind: PlatformKind, { raw, from, to }: RawObject, file: string, lines: readonly string[]): void {
    this.noteKind(kind);
    for (const problem of readPlatformProblems(kind, raw)) {
      if (this.#problems.length >= keptLimits.platformProblems) return;
      const index = lines.slice(from, to).findIndex((line) => line.trim().replace(/^- /, '') === problem.line);
      const line = from + Math.max(0, index);
      const evidence = { file, line: line + 1, text: this.#texts.line((lines[line] ?? '').trim()) };
      this.#problems.push({ ...kept(problem, this.#budget, this.#texts), evidence });
    }
  }

  /**
   * Returns the stored problems.
   * @param at when the must-gather was collected, in milliseconds since 1970, if known
   */
  state(at: number | undefined): PlatformState {
    const accessOf = (kind: PlatformKind) => (this.#kinds.has(kind) ? 'read' : 'absent');
    return {
      access: {
        nodes: accessOf('nodes'),
        clusteroperators: accessOf('clusteroperators'),
        pods: accessOf('pods'),
        certificatesigningrequests: accessOf('certificatesigningrequests'),
      },
      problems: this.#problems.filter((problem) => isCurrentProblem(problem, at)),
    };
  }
}
