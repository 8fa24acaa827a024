// What may be wrong with a field, by code: the English sentence, with holes for values. Both servers refuse with them, and a page says
// the code in the language of its reader (web/app/src/api/notes). Where something is counted there are two forms.
import type { Issue } from './problems.ts'

export const notes = {
  // What check.ts finds by itself.
  required: 'Fill this in.',
  not_text: 'Enter text.',
  not_number: 'Enter a number.',
  not_whole: 'Enter a whole number.',
  not_boolean: 'Say true or false.',
  not_list: 'Give a list.',
  not_object: 'Give an object with named fields.',
  not_valid: 'This is not valid.',
  not_email: 'Enter a complete email address, such as name@example.org.',
  not_id: 'This is not an id.',
  not_time: 'Enter a time in UTC, such as 2026-01-31T09:30:00Z.',
  other_form: 'This is not in the form that is expected.',
  unknown_field: 'This field is not known here.',
  choose: 'Choose {choices}.',
  choose_one_of: 'Choose one of {choices}.',
  at_least_characters: { one: 'Use at least {count} character.', other: 'Use at least {count} characters.' },
  at_most_characters: { one: 'Use at most {count} character.', other: 'Use at most {count} characters.' },
  at_least: 'Use a number of at least {number}.',
  at_most: 'Use a number of at most {number}.',
  greater_than: 'Use a number greater than {number}.',
  less_than: 'Use a number less than {number}.',
  at_least_entries: { one: 'Give at least {count} entry.', other: 'Give at least {count} entries.' },
  at_most_entries: { one: 'Give at most {count} entry.', other: 'Give at most {count} entries.' },
  multiple_of: 'Use a multiple of {number}.',
  // What schemas of the contract ask for.
  control_characters: 'No control characters.',
  phone: 'A phone number with its country, such as +441632960000.',
  mac_address: 'A MAC address.',
  mac_or_uuid: 'A MAC address or a UUID.',
  hex_digits: '32 hex digits.',
  colour: 'A colour such as #1d4ed8.',
  time_zone: 'A time zone such as Europe/London.',
  not_a_link: 'Not a link of ours.',
  nothing_to_change: 'Give at least one field to change.',
  not_of_a_browser: 'Is not what a browser gives.',
  role_name: 'Letters, digits, spaces, dots and hyphens.',
  at_most_bytes: 'At most 72 bytes.',
  at_most_json: 'At most 16,384 characters as JSON.',
  x_and_y: 'Give x and y together.',
  width_and_height: 'Give width and height together.',
  state_and_resolution: 'Give state and resolution together.',
  something_to_change: 'Give something to change.',
  each_person_once: 'Each person once.',
  each_building_once: 'Each building once.',
  each_contact_once: 'Each contact once.',
  filter_name: 'The name of a filter.',
  page_name: 'The name of a page, such as people.',
  at_most_parts: 'At most 20 parts.',
  shorter_than_window: 'At least as long as the window.',
  not_below_enter: 'Below the probability at which a zone is entered.',
  not_below_low: 'Below the low threshold.',
  person_or_name: 'Choose somebody of the register or give a name.',
  badge_before_sign_in: 'A badge is handed out when somebody signs in.',
  one_area: 'One floor, zone or department; none: the whole building.',
  no_such_piece: 'The wall has no such piece.',
  code_or_passkey: 'Give a code or a passkey.',
  // What the backend finds when it looks.
  already_there: 'Another one has this already.',
  out_of_range: 'A value is outside its range.',
  no_such: 'There is nothing with this id.',
  no_such_account: 'There is no active account of that id.',
  no_such_building: 'Names a building that does not exist.',
  no_such_carrier: 'There is no such person or asset.',
  no_such_contact: 'Names a contact that does not exist.',
  no_such_department: 'There is no department “{name}”.',
  no_such_floor: 'There is no such floor.',
  no_such_person: 'There is no such person.',
  no_such_role: 'There is no such role.',
  no_such_transmitter: 'There is no such transmitter.',
  password_common: 'This is one of the passwords that are tried first.',
  password_pattern: 'This follows a pattern that is tried first.',
  password_own: 'This is made of a name or an address that others know.',
  password_same: 'Choose a password you have not now.',
  password_elsewhere: 'The identity provider keeps it.',
  app_code: 'A code of the authenticator app, or a recovery code.',
  passkey: 'A passkey, or a recovery code as the code.',
  administrator_sees_all: 'An administrator sees every building.',
  roles_full: 'There are {number} roles already.',
  role_in_use: 'Accounts that have it: {number}.',
  views_full: 'You have {number} saved views already. Delete one first.',
  file_missing: 'The file is missing.',
  file_empty: 'The file is empty.',
  not_the_picture: 'The content is not the picture it claims to be.',
  picture_not_text: 'The picture is not UTF-8 text.',
  not_svg: 'This is not an SVG picture.',
  too_many_pixels:
    'The picture has {width} × {height} pixels; at most {most} million are accepted. Make it smaller first.',
  three_receivers: 'The floor needs three receivers with a place on the plan.',
  badge_not_heard: 'Fewer than three receivers of this floor heard the badge there and then.',
  receivers_not_heard: 'The receivers of this floor do not hear each other well enough.',
  too_few_rests: '{count} stays of badges were gathered on this floor; {needed} are needed.',
  floor_elsewhere: 'The floor is in another building.',
  nothing_to_confirm: 'There is nothing to confirm.',
  not_of_emergency: 'Is not a floor of the emergency.',
  not_of_floor: 'Is not a zone of that floor.',
  not_of_building: 'It is not in this building.',
  not_asked: 'This was not asked.',
  no_muster_point: 'Names a zone that is not a muster point.',
  not_on_roster: 'Names somebody who is not on the roster.',
  not_in_register: 'Names somebody who is not in the register, or a visitor.',
  key_of_another: 'Was used for another trigger.',
  key_over: 'Was used for an emergency that is over.',
  answered_for: 'Somebody answers for this already: change it there.',
  drill_in_the_past: 'A drill is planned for a time to come.',
  import_of_another: 'Somebody else’s import has this id.',
  same_row: 'Another row of this list has the same.',
  push_service: 'Is no push service that we know.',
  department_below: 'It is below this department.',
  snooze_until: 'In the future, {days} days at most.',
  to_before_from: 'Must be after the beginning.',
  range_too_long: 'At most {days} days before the end.',
  visit_ended: 'This visit has ended. Ask at the reception.',
  visit_elsewhere: 'Your visit is at {building}.',
  not_signed_in: 'Nobody has signed in with this.',
  sign_in_first: 'Sign in first.',
  badge_unknown: 'This badge is not known here.',
  badge_retired: 'This badge is no longer in use. Take another one.',
  badge_taken: 'Somebody carries this badge already. Take another one.',
  badge_not_code: 'This is a badge. Show the code of your invitation first.',
  code_unknown: 'This code is not known here. Ask at the reception.',
  nobody_with_id: 'There is nobody with this id.',
  only_visitors: 'Only visitors and contractors have visits.',
  visible_ascii: '1 to 128 visible ASCII characters.',
} as const satisfies Readonly<Record<string, string | { readonly one: string; readonly other: string }>>

export type NoteCode = keyof typeof notes
type Holes<Text> = Text extends `${string}{${infer Hole}}${infer Rest}` ? Hole | Holes<Rest> : never
type HolesOf<Code extends NoteCode> = (typeof notes)[Code] extends { readonly other: infer Other }
  ? Holes<Other>
  : Holes<(typeof notes)[Code]>
/** What stands in the holes of a note; nothing where it has none. */
export type NoteValues<Code extends NoteCode> = [HolesOf<Code>] extends [never]
  ? []
  : [{ readonly [Hole in HolesOf<Code>]: string | number }]

/** A note on a field, as it travels: said in English, and by its code. */
export function noted<Code extends NoteCode>(path: string, code: Code, ...[values]: NoteValues<Code>): Issue {
  return { path, message: noteText(code, values), code, ...(values && { values: { ...values } }) }
}

export function isNote(code: string | undefined): code is NoteCode {
  return code !== undefined && Object.hasOwn(notes, code)
}

function noteText(code: NoteCode, values: Readonly<Record<string, string | number>> = {}): string {
  const note = notes[code]
  const text = typeof note === 'string' ? note : values['count'] === 1 ? note.one : note.other
  return text.replaceAll(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole))
}
