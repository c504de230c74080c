/** Defines the option that selects a Kata version. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { knownKataVersions, parseKataVersion, withKataVersion } from '#core/annotations/kataVersions.ts';
import type { Release } from '#core/product/releases.ts';

/** Adds the option to a command with the option `--release`. The release then contains the Kata version. */
export function addKataVersionOption(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--kata-version <version>',
        `Kata version of the nodes and guests: ${knownKataVersions}, with or without a patch version (default: that of the release, if it's known)`,
      ).argParser(parseVersion),
    )
    .hook('preAction', (itself) => {
      const { release, kataVersion } = itself.opts<{ release: Release; kataVersion?: string }>();
      itself.setOptionValue('release', withKataVersion(release, kataVersion));
    });
}

function parseVersion(value: string): string {
  const version = parseKataVersion(value);
  if (version === undefined) throw new InvalidArgumentError(`Supported Kata versions: ${knownKataVersions}.`);
  return version;
}
