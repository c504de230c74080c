/** Shortened policies of genpolicy for the examples of the rules about advisories. */
import type { Example } from '#server/engine/findings/rule.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';

const imports = 'import rego.v1\n';

const copyData = `policy_data := {"request_defaults": {"CopyFileRequest": ["^/run/kata-containers/shared/containers/"]}}
`;

const isAllowedPath = `
is_allowed_path if {
    some pattern in policy_data.request_defaults.CopyFileRequest
    regex.match(pattern, input.path)
}

`;

/** Example of GHSA-q49m-57vm-c8cc. */
export const copyFileExample: Example = {
  // Policies of later versions have more defaults.
  kataVersion: '3.28.0',
  avoid: policyWith(
    `CopyFileRequest if {\n# <--------------- want\n    is_allowed_path\n}\n${isAllowedPath}${copyData}`,
    {
      imports,
      ownRules: ['CopyFileRequest'],
    },
  ),
  prefer: policyWith(
    `CopyFileRequest if {\n    input.file_type in {"Regular", "Directory"}\n    is_allowed_path\n}\n${isAllowedPath}${copyData}`,
    { imports, ownRules: ['CopyFileRequest'] },
  ),
};

const mountRules = (test: string, mark: string): string => `CreateContainerRequest if {
    some container in policy_data.containers
    allow_mounts(container.OCI, input.OCI.Mounts)
}

allow_mounts(p_oci, i_mounts) if {
    every i_mount in i_mounts {
        allow_mount(p_oci, i_mount)
    }
}

allow_mount(p_oci, i_mount) if {
${mark}    some p_mount in p_oci.Mounts
${test}    check_mount(p_mount, i_mount)
}

check_mount(p_mount, i_mount) if {
    p_mount.destination == i_mount.destination
    regex.match(p_mount.source, i_mount.source)
}

policy_data := {"containers": [{"OCI": {"Mounts": [{"destination": "/etc/hosts", "source": ""}]}}]}
`;

/** Example of GHSA-fmg6-v47x-52wr. */
export const mountExample: Example = {
  // Policies of later versions have more defaults.
  kataVersion: '3.28.0',
  avoid: policyWith(mountRules('', '# <----------- want\n'), { imports, ownRules: ['CreateContainerRequest'] }),
  prefer: policyWith(mountRules('    p_mount.source != ""\n', ''), { imports, ownRules: ['CreateContainerRequest'] }),
};
