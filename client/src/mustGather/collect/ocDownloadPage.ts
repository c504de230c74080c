/** Where oc is to be had. Pure. */

/** Every oc of every release, by system. Source: OpenShift documentation, "Installing the OpenShift CLI". */
const mirror = 'https://mirror.openshift.com/pub/openshift-v4/clients/ocp/';

/**
 * The console hands out the oc of its own release; without a console, the mirror.
 * Source: openshift/console, page "Command Line Tools" (`/command-line-tools`).
 * @param console its address without a slash at its end, as the cluster says it
 */
export function ocPage(console: string | undefined): string {
  return console === undefined ? mirror : `${console}/command-line-tools`;
}
