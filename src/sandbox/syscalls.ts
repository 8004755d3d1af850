/** Numbers of system calls: x86_64, arm64. Null: that architecture has none. */
type Numbers = readonly [x64: number, arm64: number | null];

/** New since both architectures share a table. */
function shared(number: number): Numbers {
  return [number, number];
}

/** What reaches the kernel, the machine or other people's processes, and that no build or test of a project needs. */
export const REFUSED = {
  // Keyrings are not part of any namespace: the person's session keys would be within reach.
  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  move_mount: shared(429),
  open_tree: shared(428),
  open_tree_attr: shared(467),
  fsopen: shared(430),
  fsconfig: shared(431),
  fsmount: shared(432),
  fspick: shared(433),
  mount_setattr: shared(442),
  create_module: [174, null],
  init_module: [175, 105],
  delete_module: [176, 106],
  finit_module: [313, 273],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: shared(443),
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  adjtimex: [159, 171],
  clock_adjtime: [305, 266],
  syslog: [103, 116],
  vhangup: [153, 58],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  // By a handle, files outside of what is mounted could be opened.
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  fanotify_init: [300, 262],
  lookup_dcookie: [212, 18],
  nfsservctl: [180, 42],
  iopl: [172, null],
  ioperm: [173, null],
  modify_ldt: [154, null],
  uselib: [134, null],
} as const satisfies Record<string, Numbers>;

/** Refused unless a project's checks make namespaces of their own. */
export const REFUSED_WITHOUT_NAMESPACES = {
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  setns: [308, 268],
} as const satisfies Record<string, Numbers>;

/** Programs have another way where these are missing, and expect them to be. */
export const ABSENT = {
  io_uring_setup: shared(425),
  io_uring_enter: shared(426),
  io_uring_register: shared(427),
  userfaultfd: [323, 282],
} as const satisfies Record<string, Numbers>;

/** Looked at more closely. */
export const EXAMINED = {
  ioctl: [16, 29],
  socket: [41, 198],
  clone: [56, 220],
  unshare: [272, 97],
  clone3: shared(435),
} as const satisfies Record<string, Numbers>;

export type Architecture = 'x64' | 'arm64';

export function numberOf(numbers: Numbers, architecture: Architecture): number | null {
  return numbers[architecture === 'x64' ? 0 : 1];
}
