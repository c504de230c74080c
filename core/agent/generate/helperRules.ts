/**
 * Contains the Rego rules that every generated policy uses. They read only fields that every supported agent sends, and
 * are valid in Rego v0 and v1. Sources: kata-containers@7c6ba40c src/tools/genpolicy/rules.rego (checks of a
 * CreateContainerRequest), src/runtime/virtcontainers/kata_agent.go, fs_share_linux.go (paths in the guest);
 * cri-o/cri-o@f954a17e server/container_create.go, internal/factory/container/container.go (mounts, annotations);
 * openshift-controller-manager uidAllocatorRange (groups of a namespace).
 */

/** Rules that check a CreateContainerRequest. Each prints what differs, and the denial message contains the output. */
export const containerHelpers = `# The rules below only define the checks above.

is_container(kind) if {
    print("container type:", input.OCI.Annotations["io.katacontainers.pkg.oci.container_type"])
    input.OCI.Annotations["io.katacontainers.pkg.oci.container_type"] == kind
    not has_host_settings
    print("root file system:", input.OCI.Root.Path)
    input.OCI.Root.Path in [sprintf("%s/%s/rootfs", [folder, input.container_id]) | some folder in root_folders]
}

root_folders := [
    "/run/kata-containers",
    "/run/kata-containers/shared/containers",
    "/run/kata-containers/shared/containers/passthrough",
]

has_host_settings if {
    count(input.shared_mounts) > 0
}

has_host_settings if {
    not is_null(object.get(input.OCI, "Hooks", null))
}

has_host_settings if {
    not is_null(object.get(input, "string_user", null))
}

# CRI-O and containerd use different annotations.
is_named(name) if {
    print("container name:", name)
    every key in ["io.kubernetes.cri.container-name", "io.kubernetes.container.name"] {
        object.get(input.OCI.Annotations, key, name) == name
    }
}

is_in_namespace(name) if {
    print("namespace:", name)
    every key in ["io.kubernetes.cri.sandbox-namespace", "io.kubernetes.pod.namespace"] {
        object.get(input.OCI.Annotations, key, name) == name
    }
}

is_in_pod(pattern) if {
    names := [name |
        some key in ["io.kubernetes.cri.sandbox-name", "io.kubernetes.pod.name"]
        name := input.OCI.Annotations[key]
    ]
    print("pod name:", names)
    every name in names {
        regex.match(pattern, name)
    }
}

pulled_images := [storage.source |
    some storage in input.storages
    storage.driver == "image_guest_pull"
]

named_images := [image |
    some key in ["io.kubernetes.cri.image-name", "io.kubernetes.cri-o.ImageName"]
    image := input.OCI.Annotations[key]
]

is_pulled_from(allowed) if {
    print("image:", pulled_images, "allowed:", allowed)
    count(pulled_images) > 0
    every image in pulled_images {
        image in allowed
    }
}

# The guest unpacks its own image for the sandbox container. The runtime calls this image pause.
has_pause_image if {
    print("image:", pulled_images, "allowed: pause")
    every image in pulled_images {
        image == "pause"
    }
}

is_named_image(allowed) if {
    print("image:", named_images, "allowed:", allowed)
    count(named_images) > 0
    every image in named_images {
        image in allowed
    }
}

has_storages if {
    unexpected := [storage.mount_point |
        some storage in input.storages
        not is_expected_storage(storage)
    ]
    print("unexpected storages:", unexpected)
    count(unexpected) == 0
}

is_expected_storage(storage) if {
    storage.driver == "image_guest_pull"
    storage.mount_point == input.OCI.Root.Path
}

is_expected_storage(storage) if {
    storage.driver != "image_guest_pull"
    storage.mount_point != input.OCI.Root.Path
    is_below_guest_folder(storage.mount_point)
}

is_below_guest_folder(path) if {
    regex.match(\`^/run/kata-containers/(?:sandbox|shared/containers)/\`, path)
    not ".." in split(path, "/")
}

has_command(arguments) if {
    print("command:", input.OCI.Process.Args)
    input.OCI.Process.Args == arguments
}

has_matching_command(patterns) if {
    print("command:", input.OCI.Process.Args)
    count(input.OCI.Process.Args) == count(patterns)
    every index, pattern in patterns {
        regex.match(pattern, input.OCI.Process.Args[index])
    }
}

has_final_arguments(patterns) if {
    print("command:", input.OCI.Process.Args)
    before := count(input.OCI.Process.Args) - count(patterns)
    before >= 0
    every index, pattern in patterns {
        regex.match(pattern, input.OCI.Process.Args[before + index])
    }
}

has_variables(values, patterns, prefixes) if {
    unexpected := [variable_name(variable) |
        some variable in input.OCI.Process.Env
        not is_expected_variable(variable, values, patterns, prefixes)
    ]
    print("unexpected environment variables:", unexpected)
    count(unexpected) == 0
}

variable_name(variable) := split(variable, "=")[0]

variable_value(variable) := substring(variable, count(variable_name(variable)) + 1, -1)

is_expected_variable(variable, values, patterns, prefixes) if {
    values[variable_name(variable)] == variable_value(variable)
}

is_expected_variable(variable, values, patterns, prefixes) if {
    regex.match(patterns[variable_name(variable)], variable_value(variable))
}

is_expected_variable(variable, values, patterns, prefixes) if {
    not values[variable_name(variable)]
    not patterns[variable_name(variable)]
    is_added_variable(variable, prefixes)
}

is_added_variable(variable, prefixes) if {
    some prefix in prefixes
    startswith(variable, prefix)
}

is_added_variable(variable, prefixes) if {
    some pattern in runtime_variables
    regex.match(pattern, variable)
}

is_added_variable(variable, prefixes) if {
    variable in image_variables
}

is_added_variable(variable, prefixes) if {
    variable_name(variable) in image_variables
}

has_mounts(volumes) if {
    destinations := [mount.destination | some mount in input.OCI.Mounts]
    unexpected := [mount.destination |
        some mount in input.OCI.Mounts
        not is_expected_mount(mount, volumes)
    ]
    print("unexpected mounts:", unexpected)
    count(unexpected) == 0
    count(destinations) == count({destination | some destination in destinations})
}

is_expected_mount(mount, volumes) if {
    volume := volumes[mount.destination]
    comes_from(mount.source, volume.sources)
    some bind in ["bind", "rbind"]
    bind in mount.options
    every option in volume.required {
        option in mount.options
    }
    every option in volume.forbidden {
        not option in mount.options
    }
}

is_expected_mount(mount, volumes) if {
    not volumes[mount.destination]
    mount.destination in runtime_files
    comes_from(mount.source, [])
}

is_expected_mount(mount, volumes) if {
    not volumes[mount.destination]
    mount.destination in image_mounts
    comes_from(mount.source, [])
}

is_expected_mount(mount, volumes) if {
    mount.destination == "/dev/shm"
    mount.source in ["/run/kata-containers/sandbox/shm", "shm"]
}

is_expected_mount(mount, volumes) if {
    mount.destination in ["/proc", "/dev", "/dev/pts", "/dev/mqueue", "/sys", "/sys/fs/cgroup"]
    mount.type_ in ["proc", "tmpfs", "devpts", "mqueue", "sysfs", "cgroup", "cgroup2"]
}

comes_from(source, patterns) if {
    regex.match(shared_files, source)
    not ".." in split(source, "/")
}

comes_from(source, patterns) if {
    some pattern in patterns
    regex.match(pattern, source)
    not ".." in split(source, "/")
}

shared_files := \`^/run/kata-containers/shared/containers/(?:passthrough/)?(?:watchable/)?[a-z0-9]+-[a-z0-9]{16}-\`

# Files that the kubelet and the container runtime add to every container.
runtime_files := [
    "/etc/group",
    "/etc/hostname",
    "/etc/hosts",
    "/etc/localtime",
    "/etc/passwd",
    "/etc/resolv.conf",
    "/run/.containerenv",
    "/run/secrets",
]

has_user(uid) if {
    print("user:", input.OCI.Process.User.UID, "allowed:", uid)
    input.OCI.Process.User.UID == uid
}

has_group(gid) if {
    print("group:", input.OCI.Process.User.GID, "allowed:", gid)
    input.OCI.Process.User.GID == gid
}

has_groups(groups) if {
    print("additional groups:", input.OCI.Process.User.AdditionalGids, "allowed:", groups)
    every group in input.OCI.Process.User.AdditionalGids {
        is_expected_group(group, groups)
    }
}

# OpenShift adds a group of the namespace to pods without fsGroup.
has_groups_of_namespace(groups) if {
    namespace_groups := [group |
        some group in input.OCI.Process.User.AdditionalGids
        group >= 1000000000
        group <= 1999999999
    ]
    has_groups(array.concat(groups, namespace_groups))
}

is_expected_group(group, groups) if {
    group == input.OCI.Process.User.GID
}

is_expected_group(group, groups) if {
    group in groups
}

is_expected_group(group, groups) if {
    group in image_groups
}

has_capabilities(allowed) if {
    unexpected := {capability |
        some list in ["Ambient", "Bounding", "Effective", "Inheritable", "Permitted"]
        some capability in input.OCI.Process.Capabilities[list]
        not trim_prefix(capability, "CAP_") in allowed
    }
    print("unexpected capabilities:", unexpected)
    count(unexpected) == 0
}

has_sysctls(allowed) if {
    unexpected := [key |
        some key, value in input.OCI.Linux.Sysctl
        not object.get(allowed, key, object.get(runtime_sysctls, key, null)) == value
    ]
    print("unexpected sysctls:", unexpected)
    count(unexpected) == 0
}

runtime_sysctls := {
    "net.ipv4.ip_unprivileged_port_start": "0",
    "net.ipv4.ping_group_range": "0 2147483647",
}

has_no_devices if {
    print("devices:", input.devices)
    count(input.devices) == 0
}
`;

/** Rules that check a CreateSandboxRequest. They accept requests without the fields, as in shortened recordings. */
export const sandboxHelpers = `has_guest_hooks if {
    input.guest_hook_path != ""
}

has_kernel_modules if {
    count(input.kernel_modules) > 0
}

has_unexpected_sandbox_storages if {
    some storage in input.storages
    not is_below_guest_folder(storage.mount_point)
}
`;
