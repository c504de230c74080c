/** Selects the stages and test files of a run. */
import type { RunArguments } from './arguments.ts';

/** A stage with its test files, as paths relative to the root of the repository. */
export interface StageFiles {
  readonly name: string;
  readonly folders: readonly string[];
  readonly needsBundles: boolean;
  readonly runsOnChange: boolean;
  readonly files: readonly string[];
}

export interface SelectedStage {
  readonly name: string;
  readonly files: readonly string[];
}

export type Selection =
  | { readonly ok: true; readonly stages: readonly SelectedStage[] }
  | { readonly ok: false; readonly message: string };

/**
 * Returns the stages to select from: the named stages, or the stages that the options apply to. Filters aren't applied
 * yet.
 */
export function candidateStages<T extends StageFiles>(args: RunArguments, stages: readonly T[]): readonly T[] {
  if (args.stages.length > 0) return stages.filter(({ name }) => args.stages.includes(name));
  if (args.isChangedOnly) return stages.filter(({ runsOnChange }) => runsOnChange);
  return args.filters.length > 0 ? stages.filter(hasFiles) : stages;
}

/**
 * Selects the stages and files to run, in the order of the stages.
 * @param affected test files that depend on a change. If undefined, all test files
 */
export function selectTests(
  args: RunArguments,
  stages: readonly StageFiles[],
  affected?: ReadonlySet<string>,
): Selection {
  const candidates = candidateStages(args, stages);
  const unmatched = args.filters.filter(
    (filter) => !candidates.some((stage) => stage.files.some((file) => matches(stage, file, filter))),
  );
  if (unmatched.length > 0) return { ok: false, message: describeUnmatched(unmatched, args.stages) };

  const isRestricted = args.filters.length > 0 || affected !== undefined;
  const selected = candidates
    .map((stage) => ({
      ...stage,
      files: stage.files.filter(
        (file) =>
          (args.filters.length === 0 || args.filters.some((filter) => matches(stage, file, filter))) &&
          affected?.has(file) !== false,
      ),
    }))
    .filter((stage) => !isRestricted || !hasFiles(stage) || stage.files.length > 0);
  // Tests that run the bundles need bundles of the current sources.
  const isSelected = ({ name }: StageFiles) => selected.some((stage) => stage.name === name);
  const needsBuild = selected.some(({ needsBundles }) => needsBundles);
  return {
    ok: true,
    stages: stages
      .filter((stage) => isSelected(stage) || (needsBuild && stage.name === 'build'))
      .map(({ name }) => ({ name, files: selected.find((stage) => stage.name === name)?.files ?? [] })),
  };
}

/** Returns whether the stage has test files instead of commands. */
export function hasFiles({ folders }: Pick<StageFiles, 'folders'>): boolean {
  return folders.length > 0;
}

/**
 * Compares the filter with the path in the folder of the stage. If the filter starts with that folder, compares the
 * full path, because the user probably pasted a path.
 */
function matches({ folders }: StageFiles, file: string, filter: string): boolean {
  const wanted = filter.toLowerCase().replaceAll('\\', '/').replace(/^\.\//, '');
  return folders.some((folder) => {
    if (!file.startsWith(`${folder}/`)) return false;
    const subject = wanted.startsWith(`${folder}/`) ? file : file.slice(folder.length + 1);
    return subject.toLowerCase().includes(wanted);
  });
}

/** Describes the files that the filters select, such as `Test files with "collect" in their path: 2 in workbench.` */
export function filterLine(filters: readonly string[], selected: readonly SelectedStage[]): string {
  const counts = selected
    .filter(({ files }) => files.length > 0)
    .map(({ name, files }) => `${files.length} in ${name}`);
  return `Test files with ${filters.map((filter) => `"${filter}"`).join(' or ')} in their path: ${counts.join(', ') || 'none'}.`;
}

function describeUnmatched(filters: readonly string[], stageNames: readonly string[]): string {
  const words = filters.map((filter) => `"${filter}"`).join(' or ');
  if (stageNames.length === 0)
    return `No stage is named ${words}, and no test file has it in its path. To list the stages, run npm test -- --help.`;
  return `No test file of ${stageNames.length === 1 ? 'stage' : 'stages'} ${stageNames.join(', ')} has ${words} in its path.`;
}
