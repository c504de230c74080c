/** Defines the cases of the preflight checks that compare the OpenShift version with the OSC releases. */
import { updatable, versioned, type Case } from './checkSituations.ts';
import { clusterVersion, csv, offered, situationOf, without } from '#test/support/operations/situations.ts';

export const openShiftCases: Readonly<Record<string, readonly Case[]>> = {
  'openshift-version': [
    ['the version is in the table', versioned('4.20.18'), 'pass', /OpenShift 4\.20\.18, for OSC 1\.12/],
    ['the version belongs to the newest minor release in the table', versioned('4.21.30'), 'pass', /4\.21\.30/],
    ['the version is older than the table', versioned('4.18.37'), 'fail', /too old/],
    [
      'the patch version is too old for its minor release',
      versioned('4.21.3'),
      'warn',
      /^OpenShift 4\.21\.3 is older than 4\.21\.9$/,
    ],
    [
      'the version is a release candidate of the first supported patch',
      versioned('4.21.9-rc.1'),
      'warn',
      /older than 4\.21\.9/,
    ],
    ['the version is newer than the table', versioned('4.22.1'), 'unknown', /isn't in the support table/],
    ['the version string is invalid', versioned('nightly'), 'unknown', /Can't compare OpenShift version/],
    [
      'the OSC release has no table',
      versioned('4.20.18', { packageManifest: offered('stable', '1.10.1') }),
      'info',
      /^OSC 1\.10: supported OpenShift versions unknown\. The catalogs for OpenShift 4\.16, 4\.17, 4\.19, 4\.20 contain this release$/,
    ],
    [
      'a release without a table is installed',
      updatable('4.21.3'),
      'info',
      /^OSC 1\.11: supported OpenShift versions unknown\. The catalogs for OpenShift 4\.19 contain this release$/,
    ],
    [
      "the installed release isn't known to this product",
      situationOf(
        { clusterVersions: [clusterVersion('4.22.1')], clusterServiceVersions: [csv('Succeeded', '1.99.0')] },
        { packageManifest: offered() },
      ),
      'info',
      /^OSC 1\.99\.0 isn't known, so the data of OSC 1\.13 is used$/,
    ],
    ['the OSC release is unknown', versioned('4.20.18', {}), 'unknown', /unknown OSC release/],
    [
      'the installed OSC release supports the version',
      { ...situationOf({ clusterVersions: [clusterVersion('4.20.18')], clusterServiceVersions: [csv()] }) },
      'pass',
      /OSC 1\.12/,
    ],
    ["the cluster isn't OpenShift", without(situationOf(), 'clusterVersions'), 'fail', /Not an OpenShift cluster/],
  ],
  'openshift-version-update': [
    ['the update supports the version', updatable('4.21.9'), 'pass', /OpenShift 4\.21\.9, for OSC 1\.12/],
    [
      'the patch version is too old for the update',
      updatable('4.21.3'),
      'warn',
      /^OpenShift 4\.21\.3 is older than 4\.21\.9$/,
    ],
    ['the version is too old for the update', updatable('4.17.9'), 'fail', /too old/],
    ['no newer release is available', updatable('4.21.3', '1.11.0'), 'none', /No newer release/],
    ['an older release is offered', updatable('4.21.3', '1.10.3'), 'none', /No newer release/],
    ['nothing is installed', versioned('4.21.3'), 'none', /Nothing to update/],
  ],
};
