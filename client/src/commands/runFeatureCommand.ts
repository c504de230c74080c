import type { FeatureCommand } from './commandContribution.ts';

/**
 * Runs the feature command with this ID.
 * @param given the argument from VS Code
 */
export async function runFeatureCommand<Context>(
  commands: readonly FeatureCommand<Context>[],
  id: string,
  context: Context,
  given: unknown,
): Promise<void> {
  const command = commands.find((each) => each.id === id);
  if (command === undefined) throw new Error(`Unknown command ${id}.`);
  await command.run(context, given);
}
