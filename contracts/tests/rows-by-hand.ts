// Every row of the contract, written out by hand, so that nothing changes by mistake: route | who may call it | for a row that changes
// something its name, the action and resource of its audit records, and its topics (a dash: nothing that anybody keeps a copy of) |
// why it is there although spec 4.2 does not list it. Read by row-access, row-metadata and specification-routes.

const lines = `
POST /api/auth/login | public | auth.login auth.login users -
POST /api/auth/backend-login | public | auth.backendLogin auth.login users -
GET /api/auth/methods | public | – | the sign-in page offers a new password by mail only where there is mail
GET /api/auth/passkey-challenge | public | – | a passkey answers a challenge
POST /api/auth/passkey-login | public | auth.passkeyLogin auth.login users - | and signs in with it
POST /api/auth/forgot-password | public | auth.forgotPassword auth.forgotPassword users - | who forgot a password asks for a link
POST /api/auth/reset-password | public | auth.resetPassword auth.resetPassword users accounts | and chooses a new one with it
POST /api/auth/logout | public | auth.logout auth.logout users accounts
GET /api/auth/backend-me | signed-in
GET /api/auth/device-key | signed-in | – | what is kept on a device is sealed, and opened only by whoever signs in
GET /api/auth/sessions | signed-in | – | people see where they are signed in
DELETE /api/auth/sessions/{id} | signed-in | auth.endSession auth.endSession sessions accounts | and end what they do not know
POST /api/auth/change-password | signed-in | auth.changePassword auth.changePassword users accounts | a forced password change needs a way to change it
GET /api/account/second-factor | signed-in | – | people see whether their account has a second factor
POST /api/account/second-factor | signed-in | secondFactor.begin secondFactor.begin users accounts | they set one up
POST /api/account/second-factor/confirm | signed-in | secondFactor.confirm secondFactor.confirm users accounts | with its first code
POST /api/account/second-factor/recovery-codes | signed-in | secondFactor.renewCodes secondFactor.renewCodes users accounts | have new recovery codes
POST /api/account/second-factor/remove | signed-in | secondFactor.remove secondFactor.remove users accounts | and remove it
GET /api/account/views | signed-in | – | what somebody asks of a list again and again has a name
POST /api/account/views | signed-in | savedViews.create savedViews.create saved_views - | and follows them to another machine
PUT /api/account/views/{id} | signed-in | savedViews.change savedViews.change saved_views - | they rename it
DELETE /api/account/views/{id} | signed-in | savedViews.remove savedViews.remove saved_views - | and delete it
POST /api/account/passkeys/begin | signed-in | secondFactor.beginPasskey secondFactor.beginPasskey users accounts | they begin to add a passkey
POST /api/account/passkeys | signed-in | secondFactor.addPasskey secondFactor.addPasskey users accounts | add what the browser made
POST /api/account/passkeys/{id}/remove | signed-in | secondFactor.removePasskey secondFactor.removePasskey users accounts | and remove one
GET /api/users | admin.users
POST /api/users | admin.users | users.create users.create users accounts
GET /api/users/roles | admin.users
PUT /api/users/{id} | admin.users | users.change users.change users accounts
DELETE /api/users/{id} | admin.users | users.remove users.remove users accounts
POST /api/users/{id}/reset-password | admin.users | users.resetPassword users.resetPassword users accounts
GET /api/users/{id}/sessions | admin.users | – | administrators see where an account is signed in
POST /api/users/{id}/end-sessions | admin.users | users.endSessions users.endSessions users accounts | and end it
POST /api/users/{id}/remove-second-factor | admin.users | users.removeSecondFactor users.removeSecondFactor users accounts | a phone can be lost
POST /api/users/{id}/unlock | admin.users | users.unlock users.unlock users accounts
GET /api/admin/roles | admin.roles | – | spec 2.6 names roles; administrators read the matrix
POST /api/admin/roles | admin.roles | roles.create roles.create roles accounts | and make roles of their own
DELETE /api/admin/roles/{role} | admin.roles | roles.remove roles.remove roles accounts | which they remove again
PUT /api/admin/roles/{role} | admin.roles | roles.change roles.change roles accounts | administrators edit the matrix
GET /api/buildings | buildings.read
POST /api/buildings | buildings.create | buildings.create buildings.create buildings site
PUT /api/buildings/order | buildings.update | buildings.reorder buildings.reorder buildings site
GET /api/buildings/gateway-health | receivers.read
GET /api/buildings/{id} | buildings.read
PUT /api/buildings/{id} | buildings.update | buildings.change buildings.change buildings site
DELETE /api/buildings/{id} | buildings.delete | buildings.remove buildings.remove buildings site,receivers
POST /api/floors | floors.create | floors.create floors.create floors site
PUT /api/floors/{id} | floors.update | floors.change floors.change floors site
DELETE /api/floors/{id} | floors.delete | floors.remove floors.remove floors site,receivers
POST /api/floors/{floorId}/upload | floors.update | floors.uploadPlan floors.uploadPlan floors site
GET /api/floors/{floorId}/plan | floors.read | – | an uploaded plan must be seen
GET /api/floors/{floorId}/radio | receivers.read | – | the placement planner predicts with what positioning knows
POST /api/floors/{floorId}/calibrate | calibration.run | floors.calibrate floors.calibrate floors -
GET /api/floors/{floorId}/rests | calibration.run | – | a floor gathers for hours what badges at rest tell, and says how far it is
POST /api/floors/{floorId}/rests/learn | calibration.run | floors.learnFromRests floors.learnFromRests floors - | learning from them takes longer than a request may
POST /api/floors/{floorId}/calibrate/accept | calibration.run | floors.acceptCalibration floors.acceptCalibration floors site
POST /api/floors/{floorId}/calibrate/rollback | calibration.run | floors.rollbackCalibration floors.rollbackCalibration floors site | an accepted calibration can be taken back
GET /api/floors/{floorId}/walls | zones.read | – | walls and doors are drawn on the floor plan
PUT /api/floors/{floorId}/walls | zones.update | walls.change walls.change walls site | and changed there
GET /api/zones | zones.read
POST /api/zones | zones.create | zones.create zones.create zones site
GET /api/zones/emergency | zones.read
GET /api/zones/{id} | zones.read
PUT /api/zones/{id} | zones.update | zones.change zones.change zones site
DELETE /api/zones/{id} | zones.delete | zones.remove zones.remove zones site
GET /api/receivers | receivers.read
POST /api/receivers | receivers.create | receivers.create receivers.create receivers receivers
POST /api/receivers/bulk | receivers.create | receivers.bulk receivers.create receivers receivers
GET /api/receivers/discover | receivers.create
GET /api/receivers/connection | receivers.create | – | whoever sets up a receiver must know the address
POST /api/receivers/shared-key | receivers.create | receivers.showSharedKey receivers.showSharedKey receivers - | and the key
GET /api/receivers/{id} | receivers.read
PUT /api/receivers/{id} | receivers.update | receivers.change receivers.change receivers receivers
POST /api/receivers/{id}/key | receivers.update | receivers.issueKey receivers.issueKey receivers receivers | a receiver may prove itself with a key of its own
DELETE /api/receivers/{id}/key | receivers.update | receivers.removeKey receivers.removeKey receivers receivers | a key that went astray must end
DELETE /api/receivers/{id} | receivers.delete | receivers.remove receivers.remove receivers receivers
GET /api/personnel | personnel.read
POST /api/personnel | personnel.create | personnel.create personnel.create people people
GET /api/personnel/export/csv | personnel.export | personnel.exportCsv personnel.export people -
GET /api/personnel/export/pdf | personnel.export | personnel.exportPdf personnel.export people -
POST /api/personnel/import | personnel.create | personnel.import personnel.create people people | people come in lists, as receivers and transmitters do
POST /api/personnel/batch-delete | personnel.delete | personnel.batchDelete personnel.remove people people,transmitters
POST /api/personnel/bulk-activate | personnel.update | personnel.bulkActivate personnel.change people people
POST /api/personnel/bulk-deactivate | personnel.update | personnel.bulkDeactivate personnel.change people people
GET /api/personnel/{id} | personnel.read | – | one person is read like every other resource
PUT /api/personnel/{id} | personnel.update | personnel.change personnel.change people people,transmitters
DELETE /api/personnel/{id} | personnel.delete | personnel.remove personnel.remove people people,transmitters
GET /api/personnel/{id}/photo | personnel.read | – | an uploaded photo must be seen
POST /api/personnel/{id}/photo | personnel.update | personnel.uploadPhoto personnel.uploadPhoto people people
DELETE /api/personnel/{id}/photo | personnel.update | personnel.removePhoto personnel.removePhoto people people
GET /api/personnel/{id}/beacons | transmitters.read
GET /api/assets | assets.read
POST /api/assets | assets.create | assets.create assets.create assets assets,transmitters
POST /api/assets/import | assets.create | assets.import assets.create assets assets,transmitters | things come in lists, as people do
GET /api/assets/{id} | assets.read
PUT /api/assets/{id} | assets.update | assets.change assets.change assets assets,transmitters
DELETE /api/assets/{id} | assets.delete | assets.remove assets.remove assets assets,transmitters
GET /api/assets/{id}/history | assets.read
GET /api/emergency | emergency.read
POST /api/emergency | emergency.trigger | emergency.create emergency.trigger emergencies emergencies
POST /api/emergency/trigger | emergency.trigger | emergency.trigger emergency.trigger emergencies emergencies
GET /api/emergency/active | emergency.read
GET /api/emergency/events | emergency.read
GET /api/emergency/{id} | emergency.read
PUT /api/emergency/{id} | emergency.resolve | emergency.change emergency.change emergencies emergencies
GET /api/emergency/{id}/notifications | emergency.contacts | – | every attempt to notify is recorded, and read here
GET /api/emergency/{id}/messages | emergency.contacts | – | rules 9: what is not delivered is shown
GET /api/emergency/muster | emergency.read
GET /api/emergency/readiness | emergency.read | – | whether an alarm would work, before it rings
GET /api/emergency/readiness/history | emergency.read | – | and how that was before
GET /api/emergency/roster | emergency.read | – | rules 9: who would be on the roster if it rang now
GET /api/push | emergency.account | – | a browser subscribes with our key
POST /api/push/subscriptions | emergency.account | push.subscribe push.subscribe push_subscriptions - | rules 9: phones are told when it rings
DELETE /api/push/subscriptions/{id} | signed-in | push.unsubscribe push.unsubscribe push_subscriptions - | and no longer after signing out
POST /api/emergency/{id}/account | emergency.account | muster.account muster.account emergencies emergencies | accounting for a person by hand
POST /api/emergency/{id}/account-many | emergency.account | muster.accountMany muster.accountMany emergencies emergencies | accounting for many people at once
POST /api/emergency/{id}/sweeps | emergency.account | muster.sweep muster.sweep emergencies emergencies | rules 9: accounting by searching the building
GET /api/emergency/{id}/wardens | emergency.read | – | rules 9: whose list comes first
POST /api/emergency/{id}/warden-answer | emergency.account | muster.answerAsWarden muster.answerAsWarden emergencies emergencies | rules 9: a warden answers, or the deputy counts
POST /api/emergency/{id}/links | emergency.account | muster.createLinks muster.createLinks emergencies emergencies | accounting by a personal link: making it
POST /api/emergency/{id}/links/send | emergency.account | muster.sendLinks muster.sendLinks emergencies emergencies | rules 9: sending to many happens behind the request
GET /api/emergency/{id}/links/sending | emergency.account | – | rules 9: and its progress is shown
GET /api/emergency/{id}/report | emergency.read | – | the after-action report as a page
GET /api/emergency/{id}/report/csv | emergency.read | – | the after-action report as CSV
GET /api/emergency/{id}/report/pdf | emergency.read | – | the after-action report as PDF
PUT /api/emergency/reviews/{id} | emergency.resolve | reviews.change reviews.change emergency_reviews emergencies | rules 9: notes and lessons in the report
GET /api/muster-link/{token} | public | – | accounting by a personal link: opening it
POST /muster-link/{token} | public | muster.answerLink muster.answerLink emergencies emergencies | accounting by a personal link: answering, without an account
GET /api/emergency/contacts | emergency.contacts
POST /api/emergency/contacts | emergency.contacts | contacts.create contacts.create emergency_contacts contacts
PUT /api/emergency/contacts/order | emergency.contacts | contacts.reorder contacts.reorder emergency_contacts contacts | rules 8: contacts have an order
POST /api/emergency/contacts/test | emergency.contacts | contacts.test contacts.test emergency_contacts contacts | rules 9: whether messages arrive is tried before it rings
GET /api/emergency/contacts/tests | emergency.contacts | – | rules 9: and its progress is shown
GET /api/contact-link/{token} | public | – | rules 9: contacts answer by a link: opening it
POST /contact-link/{token} | public | contacts.answerLink contacts.answerLink emergency_contacts contacts,emergencies | rules 9: contacts answer by a link, without an account
PUT /api/emergency/contacts/{contactId} | emergency.contacts | contacts.change contacts.change emergency_contacts contacts
DELETE /api/emergency/contacts/{contactId} | emergency.contacts | contacts.remove contacts.remove emergency_contacts contacts
GET /api/emergency/instructions | emergency.read | – | rules 9: what to do in each scenario
PUT /api/emergency/instructions/{scenario} | emergency.trigger | instructions.change instructions.change scenario_instructions emergencies | rules 9: written by whoever may raise the alarm, and confirmed
GET /api/wardens | emergency.read | – | rules 9: who answers for which area or department
GET /api/wardens/mine | emergency.read | – | rules 9: whose list comes first on the board
GET /api/wardens/uncovered | emergency.read | – | rules 9: what nobody answers for is named
POST /api/wardens | emergency.contacts | wardens.create wardens.create wardens contacts | rules 9: wardens are named
GET /api/wardens/{id} | emergency.read | – | rules 9: one is read like every other resource
PUT /api/wardens/{id} | emergency.contacts | wardens.change wardens.change wardens contacts | rules 9: deputies change
DELETE /api/wardens/{id} | emergency.contacts | wardens.remove wardens.remove wardens contacts | rules 9: an area is given up
GET /api/emergency/drills | emergency.read | – | rules 9: drills that are planned, held or missed
POST /api/emergency/drills | emergency.trigger | drills.create drills.create planned_drills emergencies | rules 9: a drill is planned
PUT /api/emergency/drills/{id} | emergency.trigger | drills.change drills.change planned_drills emergencies | rules 9: moved
DELETE /api/emergency/drills/{id} | emergency.trigger | drills.remove drills.remove planned_drills emergencies | rules 9: or called off
GET /api/visits | visits.read | – | rules 8: who is expected, here, or has left
POST /api/visits | visits.manage | visits.create visits.create visits people,transmitters | rules 8: a visit is expected or begins
GET /api/visits/{id} | visits.read | – | rules 8: one visit is read like every other resource
PUT /api/visits/{id} | visits.manage | visits.change visits.change visits people | rules 8: a visit is changed
DELETE /api/visits/{id} | visits.manage | visits.remove visits.remove visits people | rules 8: a visit that nobody came to goes
POST /api/visits/{id}/sign-in | visits.manage | visits.signIn visits.signIn visits people,transmitters | rules 8: signing in gives out a badge
POST /api/visits/{id}/sign-out | visits.manage | visits.signOut visits.signOut visits people,transmitters | rules 8: signing out takes it back
GET /api/kiosks | visits.manage | – | rules 8: reception tablets are listed
POST /api/kiosks | visits.manage | kiosk.create kiosk.create kiosks - | rules 8: a reception tablet gets its address
DELETE /api/kiosks/{id} | visits.manage | kiosk.remove kiosk.remove kiosks - | rules 8: and loses it
GET /api/kiosk/{token} | public | – | rules 8: the page of a reception tablet
POST /kiosk/{token}/scan | public | kiosk.scan kiosk.scan visits people,transmitters | rules 8: visitors sign in and out there, without an account
POST /kiosk/{token}/badge | public | kiosk.badge kiosk.badge visits people,transmitters | rules 8: and take a badge
POST /kiosk/{token}/visitors | public | kiosk.visitor kiosk.visitor visits people,transmitters | rules 8: also when nobody expects them
GET /api/dashboard | dashboard.read
GET /api/dashboard/summary | dashboard.read
GET /api/dashboard/buildings | dashboard.read
GET /api/dashboard/floors | dashboard.read
GET /api/dashboard/floors/{id} | dashboard.read
GET /api/dashboard/departments | dashboard.read
GET /api/dashboard/occupancy | dashboard.read | – | the dashboard over a time that is chosen
GET /api/dashboard/personnel | personnel.read
GET /api/battery/stats | battery.view
GET /api/battery/alerts | battery.view
GET /api/battery/thresholds | battery.view
PUT /api/battery/thresholds | battery.manage | battery.changeThresholds battery.changeThresholds battery_thresholds settings
GET /api/battery/device/{deviceId} | battery.view
GET /api/battery/history/{deviceId} | battery.view
GET /api/weather/conditions | weather.read
GET /api/weather/forecast | weather.read
GET /api/weather/alerts | weather.read
GET /api/weather/settings | weather.read
PUT /api/weather/settings/{severity} | weather.manage | weather.changeSettings weather.changeSettings weather_settings weather
POST /api/weather/refresh | weather.manage | weather.refresh weather.refresh weather_answers weather
GET /api/transmitters | transmitters.read
POST /api/transmitters | transmitters.create | transmitters.create transmitters.create transmitters transmitters
POST /api/transmitters/assign | transmitters.assign | transmitters.assign transmitters.assign transmitters transmitters
POST /api/transmitters/bulk | transmitters.create | transmitters.bulk transmitters.create transmitters transmitters
GET /api/transmitters/unassigned | transmitters.read
GET /api/transmitters/{id} | transmitters.read
PUT /api/transmitters/{id} | transmitters.update | transmitters.change transmitters.change transmitters transmitters
PATCH /api/transmitters/{id} | transmitters.update | transmitters.patch transmitters.change transmitters transmitters
DELETE /api/transmitters/{id} | transmitters.delete | transmitters.remove transmitters.remove transmitters transmitters | transmitters.delete would have no use without it
POST /api/phone-beacon/onboarding-token | phonebeacon.enroll | phoneBeacon.createToken phoneBeacon.createToken people -
POST /api/phone-beacon/complete-enrollment | signed-in | phoneBeacon.completeEnrollment phoneBeacon.completeEnrollment transmitters transmitters
GET /api/phone-beacon/irk-records | phonebeacon.irk
GET /api/phone-beacon/{token} | public
GET /api/audit/logs | audit.read
POST /api/audit/logs | audit.write | audit.write audit.write audit - | the appendix asks for a write endpoint
GET /api/audit/summary | audit.read
GET /api/audit/export | audit.export
GET /api/audit/verify | audit.read | – | the hash chain is of use only when it can be checked
GET /api/mgmt/beacons | transmitters.read
POST /api/mgmt/beacons | transmitters.create | beacons.create transmitters.create transmitters transmitters
GET /api/mgmt/beacons/{id} | transmitters.read
PUT /api/mgmt/beacons/{id} | transmitters.update | beacons.change transmitters.change transmitters transmitters
DELETE /api/mgmt/beacons/{id} | transmitters.delete | beacons.remove transmitters.remove transmitters transmitters
GET /api/mgmt/departments | departments.read
POST /api/mgmt/departments | departments.create | departments.create departments.create departments people
GET /api/mgmt/departments/{id} | departments.read
PUT /api/mgmt/departments/{id} | departments.update | departments.change departments.change departments people
DELETE /api/mgmt/departments/{id} | departments.delete | departments.remove departments.remove departments people
GET /api/imports | signed-in | – | a list that was imported can be undone as a whole
POST /api/imports/{id}/undo | signed-in | imports.undo imports.undo imports people,receivers,transmitters,assets | a list that was imported can be undone as a whole
GET /api/mgmt/zone-types | zones.read
POST /api/mgmt/zone-types | zones.create | zoneTypes.create zoneTypes.create zone_types site
GET /api/mgmt/zone-types/{id} | zones.read
PUT /api/mgmt/zone-types/{id} | zones.update | zoneTypes.change zoneTypes.change zone_types site
DELETE /api/mgmt/zone-types/{id} | zones.delete | zoneTypes.remove zoneTypes.remove zone_types site
GET /api/setup | admin.settings | – | the guided start: what is there, and what is still missing
GET /api/mgmt/settings | admin.settings
GET /api/mgmt/storage | admin.settings | – | what fills the database, and how long it is kept, beside the settings that say so
GET /api/mgmt/settings/ble | admin.settings
PUT /api/mgmt/settings/ble | admin.settings | settings.changeBle settings.change settings settings
GET /api/mgmt/settings/alerts | admin.settings
PUT /api/mgmt/settings/alerts | admin.settings | settings.changeAlerts settings.change settings settings
PUT /api/mgmt/settings/security | admin.settings | settings.changeSecurity settings.change settings settings,accounts | everybody may need a second factor
GET /api/mgmt/settings/general | admin.settings
PUT /api/mgmt/settings/general | admin.settings | settings.changeGeneral settings.change settings settings
GET /api/context | floors.read
GET /api/context/floor/{floorId} | floors.read
GET /api/diagnostics/signal-monitor | diagnostics.read
POST /api/gateways/sync-status | receivers.update | gateways.syncStatus gateways.syncStatus receivers receivers
GET /api/positions/history | positions.history
GET /api/positions/presence | positions.history | – | a playback shows when there is something to play
GET /api/positions/heat | positions.history | – | the heat map of a floor, counted as it happens
GET /api/negotiate | positions.read
POST /api/negotiate | positions.read | realtime.negotiateByPost realtime.negotiateByPost realtime -
GET /api/activity | activity.read
GET /api/alerts | signed-in | – | the alert settings turn alerts on, and somebody must see them
GET /api/alerts/notifications | admin.settings | – | every attempt to notify is recorded, and read here
POST /api/alerts/acknowledge | activity.read | alerts.acknowledge alerts.acknowledge alerts alerts | somebody says that they take care of it
POST /api/alerts/snooze | activity.read | alerts.snooze alerts.snooze alerts alerts | or puts it off
GET /api/alerts/{id}/assignees | activity.read | – | who an alert can be assigned to, which not everybody reads from the accounts
POST /api/alerts/assign | activity.read | alerts.assign alerts.assign alerts alerts | or says whose it is
GET /api/auth/csrf-token | public
GET /api/auth/sign-in-options | public | – | the sign-in page offers the identity provider only where there is one
GET /api/health | public | – | spec 5.1 names the path; process supervisors ask it
GET /api/health/database | public
GET /api/ready | public | – | load balancers and monitoring ask whether it can do its work
POST /api/proxy/error-log | signed-in | serverLayer.errorLog serverLayer.errorLog serverLayer -
`

export type RowByHand = { route: string; access: string; audit: string; reason: string }

export const rowsByHand: readonly RowByHand[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [route = '', access = '', audit = '–', reason = ''] = line.split(' | ')
    return { route, access, audit: audit === '–' ? '' : audit, reason }
  })
