// Spanish texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  about: 'Acerca de Rollcall',
  adminGivesNew: 'Un administrador puede darle una nueva.',
  anotherAccount: 'Usar otra cuenta',
  anotherFloor: 'otra planta',
  codeHelp: 'Sin su teléfono: uno de sus códigos de recuperación.',
  codeOfApp: 'Código de su aplicación de autenticación',
  email: 'Correo electrónico',
  enterCode: 'Introduzca los seis dígitos de la aplicación o un código de recuperación.',
  enterComplete: 'Introduzca un correo electrónico completo y su contraseña.',
  forgotten: '¿Ha olvidado su contraseña?',
  getNewByMail: 'Solicitar una nueva por correo',
  lockedMinute:
    'Esta cuenta está bloqueada un tiempo tras demasiadas contraseñas incorrectas. Inténtelo de nuevo dentro de un minuto o pida a un administrador que la desbloquee.',
  lockedMinutes:
    'Esta cuenta está bloqueada un tiempo tras demasiadas contraseñas incorrectas. Inténtelo de nuevo dentro de {minutes} minutos o pida a un administrador que la desbloquee.',
  noAccount:
    'Su organización le conoce, pero aquí no hay ninguna cuenta para usted. Pida a un administrador que cree una con su correo electrónico.',
  orWithPassword: 'o con una contraseña',
  password: 'Contraseña',
  pictureText: 'Posiciones en directo de personas y equipos en sus edificios, y un recuento que se completa solo.',
  pictureTitle: 'Saber dónde está cada persona. Localizarlas a todas cuando importa.',
  providerExpired: 'El inicio de sesión ha tardado demasiado. Empiece de nuevo.',
  providerIncomplete:
    'Su proveedor de identidad no nos ha comunicado su correo electrónico. Consulte a su administrador.',
  providerRefused: 'Su proveedor de identidad no le ha dado acceso. Inténtelo de nuevo o use una contraseña.',
  providerUnreachable: 'No se puede contactar ahora con su proveedor de identidad. Inténtelo de nuevo en un momento.',
  roleAdmin: 'Administrador',
  roleOperator: 'Operador',
  roleSafety: 'Responsable de seguridad',
  roleViewer: 'Consulta',
  sessionEnded: 'Su sesión ha terminado. Inicie sesión de nuevo para volver a donde estaba.',
  signIn: 'Iniciar sesión',
  signInWithOrganisation: 'Iniciar sesión con su organización',
  signingIn: 'Iniciando sesión',
  signingInAs: 'Inicio de sesión como {account}',
  temporaryOver: 'Esta contraseña temporal ya se usó o tiene más de una hora. Pida otra a un administrador.',
  tooManyLater: 'Demasiados intentos desde aquí. Inténtelo de nuevo más tarde.',
  tooManyMinute: 'Demasiados intentos desde aquí. Inténtelo de nuevo dentro de un minuto.',
  tooManyMinutes: 'Demasiados intentos desde aquí. Inténtelo de nuevo dentro de {minutes} minutos.',
  unreachable: 'No se puede conectar con Rollcall. Compruebe su conexión e inténtelo de nuevo.',
  useGivenAccount: 'Use la cuenta que le dio su administrador.',
  wrongCode: 'Este código es incorrecto o ya se usó. Espere al siguiente.',
  wrongCredentials: 'El correo electrónico o la contraseña no son correctos.',
} satisfies Same<typeof en>
