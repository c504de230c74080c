/**
 * Determines the must-gather image for the installed release of OpenShift sandboxed containers. Sources: OSC 1.12 §7.1
 * (`osc-must-gather-rhel9:1.12.0`: the tag is the operator release); notes/cluster.md 4 (rhel8 in 1.4 and earlier).
 */
import * as l10n from '@vscode/l10n';
import { fail, succeed, type Result } from '../common/result.ts';
import { isImage } from './collectChoices.ts';

const registry = 'registry.redhat.io/openshift-sandboxed-containers';
/** Minor version of the last release whose image is based on RHEL 8. */
const lastRhel8 = 4;

/**
 * Returns the image, or an error message with the recommended action.
 * @param version version of the operator CSV; undefined if unknown
 * @param setting value of `osc.mustGather.image`; used unchanged if it has a tag or digest, otherwise the tag of the
 * release is added
 */
export function imageFor(version: string | undefined, setting: string): Result<string, string> {
  const tag = /^v?(\d{1,4}\.\d{1,4}\.\d{1,4})(?:[-+]|$)/.exec(version ?? '')?.[1];
  if (setting !== '' && !isImage(setting))
    return fail(
      l10n.t`The osc.mustGather.image setting isn't a valid image. Use the form registry.example.com/path/name:tag.`,
    );
  if (setting !== '' && isTagged(setting)) return succeed(setting);
  if (tag === undefined) {
    return fail(
      version === undefined
        ? l10n.t`Can't determine the must-gather image because the installed operator release is unknown. Set osc.mustGather.image to an image with a tag.`
        : l10n.t`Can't determine the must-gather image because the operator reports an invalid release. Set osc.mustGather.image to an image with a tag.`,
    );
  }
  if (setting !== '') return succeed(`${setting}:${tag}`);
  const [major = '0', minor = '0'] = tag.split('.');
  return succeed(`${registry}/osc-must-gather-rhel${Number(major) === 1 && Number(minor) <= lastRhel8 ? 8 : 9}:${tag}`);
}

/** Returns whether an image has a tag or digest. A port isn't a tag. */
function isTagged(image: string): boolean {
  return /[:@]/.test(image.slice(image.lastIndexOf('/') + 1));
}
