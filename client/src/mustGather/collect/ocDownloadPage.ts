/** Locates the download page for oc. Doesn't use VS Code. */

/**
 * Site with oc for all releases and operating systems. Source: OpenShift documentation, "Installing the OpenShift CLI".
 */
const mirror = 'https://mirror.openshift.com/pub/openshift-v4/clients/ocp/';

/**
 * Returns the page of the console, which provides the oc of its own release. Without a console, returns the mirror.
 * Source: openshift/console, page "Command Line Tools" (`/command-line-tools`).
 * @param console address that the cluster reports, without a trailing slash
 */
export function ocPage(console: string | undefined): string {
  return console === undefined ? mirror : `${console}/command-line-tools`;
}
