// What the columns of other systems are called, in the languages of their users: headings by field, compared without case, accents and
// blanks. Beside the label of a field and the headings that its words name (import-columns.ts).
import { t } from './texts.ts'

/** A name in two columns; it is put together in this order. */
export const nameParts = [
  {
    get label() {
      return t('firstName')
    },
    headings: 'first name, given name, forename, vorname, prénom, nombre, nome, voornaam, förnamn, imię, 名, имя',
  },
  {
    get label() {
      return t('lastName')
    },
    headings:
      'last name, surname, family name, nachname, familienname, nom, nom de famille, apellido, apellidos, cognome, achternaam, efternamn, nazwisko, 姓, фамилия',
  },
] as const

export const headingNames: Readonly<Record<string, string>> = {
  fullName:
    'full name, name, display name, employee, person, vollständiger name, mitarbeiter, nom complet, nombre completo, nome completo, nome e cognome, naam, volledige naam, 姓名, 氏名, фио, الاسم, الاسم الكامل',
  employeeId:
    'employee id, employee number, employee no, staff id, staff number, personnel number, personnel no, payroll number, badge number, id, no, number, mitarbeiternummer, personalnummer, personal-nr, mitarbeiter-id, matricule, numéro, número de empleado, legajo, matricola, personeelsnummer, 工号, 社員番号, табельный номер, الرقم الوظيفي',
  entityType: 'kind, type, art, typ, type de personne, tipo',
  status: 'status, state, active, zustand, état, estado, stato',
  jobTitle:
    'job title, title, position, role, function, stelle, funktion, berufsbezeichnung, poste, fonction, cargo, puesto, mansione, functie, 职位, должность',
  departmentId:
    'department, department name, team, unit, division, abteilung, bereich, service, département, departamento, reparto, afdeling, avdelning, 部门, 部署, отдел, القسم',
  email:
    'email, e-mail, mail, email address, work email, e-mail-adresse, mailadresse, courriel, adresse e-mail, correo, correo electrónico, posta elettronica, 邮箱, электронная почта, البريد الإلكتروني',
  phone:
    'phone, mobile, cell, telephone, phone number, telefon, handy, mobil, mobiltelefon, rufnummer, téléphone, portable, teléfono, móvil, telefono, cellulare, telefoon, 电话, телефон, الهاتف',
  emergencyContactName: 'emergency contact, next of kin, notfallkontakt, contact d’urgence, contacto de emergencia',
  emergencyContactPhone:
    'emergency contact phone, emergency phone, notfallnummer, notfalltelefon, téléphone d’urgence, teléfono de emergencia',
  specialNeeds: 'special needs, evacuation needs, hilfebedarf, besoins particuliers, necesidades especiales',
  receiverId: 'mac, mac address, address, id, receiver id, gateway id, mac-adresse, adresse mac, dirección mac',
  transmitterId: 'mac, mac address, address, uuid, badge, badge id, tag, tag id, beacon id, mac-adresse, adresse mac',
  floorId: 'floor, level, storey, stockwerk, etage, geschoss, étage, planta, piso, piano, verdieping',
  kind: 'kind, model, type, modell, modèle, modelo',
  type: 'model, type, modell, typ, modèle, modelo',
  zM: 'height, height m, höhe, hauteur, altura',
  name: 'name, label, bezeichnung, nom, nombre, nome, naam',
  category: 'category, kind, type, kategorie, art, catégorie, categoría, categoria',
  serialNumber:
    'serial number, serial no, serial, sn, asset number, inventory number, seriennummer, inventarnummer, numéro de série, número de serie, numero di serie, serienummer',
}
