// Spanish texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  ownRoles:
    'Cuatro roles existen siempre; «Nuevo rol» crea uno propio, y el menú de un rol lo copia. Se quita cuando ninguna cuenta lo tiene.',
  accounts: 'Cuentas y roles',
  accounts1:
    'Una cuenta tiene un rol y puede limitarse a edificios: entonces no ve nada de los demás. Lo que un rol puede hacer está en la página de roles y actúa al instante.',
  accounts2: 'El registro de auditoría dice quién cambió qué y a quién se le denegó algo.',
  activity: 'Qué ha pasado hoy',
  activity1:
    '«Actividad» cuenta quién vino, se fue y se movió, lo más reciente primero. Fíltrela por persona, zona o día; un clic muestra el momento en el plano.',
  activity2: '«Historial», en el plano, reproduce cualquier momento del pasado.',
  alerts: 'Responder a los avisos',
  alerts1:
    'La campana cuenta lo que está abierto: un receptor que ha callado, una batería agotada, una zona con demasiadas personas, alguien en una zona de acceso restringido. «Confirmar» dice a los demás que usted se ocupa.',
  alerts2: 'Un aviso se cierra solo cuando desaparece su causa. La página de avisos muestra también los pasados.',
  alerts3:
    'Lo que puede esperar se pospone desde la campana durante unas horas; todos ven quién lo hizo, y vuelve solo. Una emergencia no se puede posponer.',
  alerts4:
    'Con «Asumir» un aviso pasa a ser suyo; la flecha de al lado lo asigna a otra persona, que recibe un mensaje y una nota. Todos ven de quién es, y «Míos» muestra los suyos. Sigue abierto hasta que alguien lo confirma.',
  all: 'Todo',
  assets: 'Mantener los equipos en su sitio',
  assets1:
    'Un equipo tiene una zona a la que pertenece. Lo que se ve en otro sitio queda marcado, y un filtro muestra solo eso; la página de un equipo muestra en un plano pequeño dónde ha estado.',
  assets2: '«Importar» trae una lista de una hoja de cálculo y cambia lo que ya se conoce.',
  batteries: 'Credenciales y baterías',
  batteries1:
    '«Baterías» enumera lo que se agotará pronto, con el día al que lleva su descarga. Cambie la batería antes de ese día y la lista la olvidará con el siguiente informe.',
  batteries2: 'Una credencial perdida se retira en la página de credenciales; quien la llevaba sigue en el registro.',
  board: 'Quién está sin localizar',
  board1:
    'El recuento empieza con un número: quién no está localizado. Las credenciales oídas en un punto de encuentro localizan a las personas por sí solas; para las demás elija «A salvo» o «Ayuda», una a una o muchas a la vez.',
  board2:
    'Junto a cada nombre figura lo que se sabe: dónde estuvo por última vez, cuándo y por qué puede no verse. Un toque se puede deshacer.',
  calibrate: 'Calibrar una planta',
  calibrate1:
    'Desde la página de un edificio, sitúese en puntos conocidos con una credencial, y Rollcall compara dónde creía que estaba. Se propone una corrección con su mejora, y solo se usa si la acepta. Sin recorrido, una planta aprende también en unas horas de las credenciales de las personas en su sitio; la página dice cuánto falta.',
  connectReceivers: 'Conectar receptores',
  connectReceivers1:
    '«Conectar receptores» muestra las líneas exactas para cada tipo, con la dirección y la clave de este recinto, y la primera lectura en cuanto llega. El instalador puede situarlo desde un teléfono, de pie debajo de él.',
  connectReceivers2:
    '«Planificador de ubicación» muestra dónde oirían bien los receptores antes de taladrar. «Monitor de señal» muestra lo que oyen ahora.',
  contacts: 'Contactos e instrucciones',
  contacts1:
    'Los contactos reciben aviso en su orden, por correo, SMS o webhook. Envíe a cada uno una prueba de vez en cuando: quien nunca respondió resta puntos de preparación.',
  contacts2:
    'Las instrucciones son lo que las personas leen en su enlace personal, para cada escenario. Confírmelas una vez al año.',
  drill: 'Planificar y realizar un simulacro',
  drill1:
    'Un simulacro funciona como una emergencia, en azul y con la palabra SIMULACRO; no se llama a nadie de fuera.',
  drillStep1:
    '«Simulacros previstos»: elija el día, el escenario y los edificios. Quien deba saberlo recibe un recordatorio.',
  drillStep2: '«Iniciar un simulacro», en la página «Emergencia», cuando llegue el día.',
  drillStep3:
    'Localice a todos en el recuento y termínelo después. El informe está al instante, junto a los de simulacros anteriores.',
  findSomebody: 'Encontrar a una persona o un equipo',
  findSomebody1:
    'Pulse Ctrl y K en cualquier página, o la lupa, y escriba dos letras: se buscan a la vez personas, equipos, zonas, credenciales, receptores, páginas, acciones y esta guía. Al elegir a una persona se abre el plano donde está.',
  findSomebody2:
    'En el plano, la lista de al lado nombra a todos los que están en él. Un clic abre la ficha con el lugar, su fiabilidad y el recorrido.',
  findSomebody3:
    'La dirección de la página guarda a quién se ha elegido: cópiela para mostrar lo mismo a un colega. Escape anula la elección.',
  forWhom: 'Para quién',
  handOut: 'Entregar credenciales',
  handOut1:
    '«Entregar credenciales» enumera a las personas sin una. Escanee o escriba el número junto al nombre y pulse Intro; la línea siguiente ya espera. Una lista entera se puede leer de un archivo.',
  helpDetail: 'Lo que dice la guía sobre esta página, y el teclado',
  helpWith: 'Ayuda: {title}',
  import: 'Importar listas',
  import1:
    'Personas, equipos, credenciales y receptores vienen de archivos CSV o Excel. Las columnas se reconocen por su nombre, los errores se corrigen en la vista previa, y lo que se crearía, cambiaría y dejaría igual se cuenta antes de escribir nada. Una importación se puede deshacer durante un día.',
  keyboard: 'Teclado',
  keyEscape: 'Cerrar lo abierto o anular lo elegido',
  keyFind: 'Encontrar a una persona o un equipo en esta planta',
  keyFullScreen: 'Pantalla completa, y volver',
  keyFloors: 'Planta anterior, planta siguiente',
  keyPause: 'Quedarse en esta planta o seguir pasando',
  keyHelp: 'Esta ayuda',
  keyLastPoint: 'Medir: quitar el último punto',
  keyMove: 'Mover el plano, cuando tiene el foco',
  keySearch: 'Buscar en todo',
  keySetPoint: 'Medir y Editar: poner un punto en el centro del plano',
  keyTab: 'Botón, campo o enlace siguiente; con Mayús, el anterior',
  keyUndo: 'Editar: deshacer; con Mayús, o Ctrl y Y: rehacer',
  keyZoom: 'Acercar y alejar',
  lists: 'Trabajar con listas',
  lists1:
    'Cada lista se busca, se filtra y se ordena desde su cabecera, y lo elegido se guarda en la dirección: un marcador la abre de nuevo.',
  lists2:
    'Donde se pueden cambiar muchas filas a la vez, márquelas; lo que se puede hacer con ellas aparece sobre la lista.',
  lists3:
    '«Vista», sobre una lista, elige sus columnas y guarda con un nombre lo que ve, con sus filtros y su orden: lo encuentra con su cuenta también en otros dispositivos.',
  liveOrNot: '¿Lo que veo es en directo?',
  liveOrNot1:
    'La luz de arriba indica «En directo» mientras llegan posiciones, y cuánto tardan. Cuando dejan de llegar, lo dice con la hora de la última; la página pregunta entonces cada diez segundos y vuelve sola a «En directo».',
  liveOrNot2: 'Sin red, una barra indica qué se guarda en este dispositivo y de cuándo es.',
  morning: 'El vistazo de la mañana',
  morning1:
    'El panel responde si todo está bien: cuántas personas hay en el recinto, qué requiere atención y lo preparado que estaría el recinto si sonara ahora. Cada número lleva a su página.',
  morning2: '«Meteorología» muestra las condiciones en cada edificio y lo que las reglas hacen con ellas.',
  morning3:
    'Junto a los números, el panel tiene el plano en vivo de una planta y las personas en el recinto durante el último día, la última semana, el último mes o fechas propias. El periodo está en la dirección, así lo conservan un enlace y una vista guardada; donde se empezó a contar más tarde, la línea empieza ahí y lo dice.',
  myList: 'Mi lista',
  myList1: 'Cuando suene, abra el recuento: la barra roja de cada página lleva a él, y el mensaje también.',
  myListStep1: 'Diga «Me encargo», para que su suplente no tenga que venir; o «No puedo venir».',
  myListStep2:
    '«Mi lista» tiene solo a las personas de las que usted responde. Toque «A salvo» para quien tenga delante; escanee la credencial si no conoce el nombre.',
  myListStep3: '«Ayuda» dice que alguien la necesita; abra su línea para escribir dónde y por qué.',
  nothingMatches: 'Nada en la guía coincide',
  ownAccount: 'Mi cuenta y este dispositivo',
  ownAccount1:
    'El menú con su nombre lleva a su perfil: su rol, lo que este dispositivo guarda para una emergencia y si recibe aviso cuando empieza una alarma. La contraseña se cambia en el mismo menú.',
  ownAccount2:
    'Allí añade también un segundo factor: una aplicación de autenticación o una llave de acceso, con la que inicia sesión sin contraseña.',
  paper: 'En papel',
  paper1:
    'La lista de presentes y el recuento se imprimen como listas con casillas para marcar, por planta y departamento, con la hora de impresión.',
  pictureOf: 'La página, como en: {title}',
  readThePlan: 'Leer el plano',
  readThePlan1:
    'La forma dice quién es: un círculo, personal; un rombo, un visitante; un hexágono, un contratista; un cuadrado, un equipo. El relleno dice lo reciente que es el lugar: lleno es ahora, pálido hasta hace cinco minutos, hueco es anterior.',
  readThePlan2:
    'Un lugar nunca es exacto. Dentro del círculo que rodea a la persona elegida está casi siempre; si es amplio, búsquela en las salas de alrededor.',
  readThePlan3:
    '«Leyenda», sobre el plano, explica cada signo; «Capas» elige lo que se dibuja. El mapa de calor muestra dónde han estado las personas en las últimas horas, con su escala en minutos por metro cuadrado.',
  ready: '¿Está preparado el recinto?',
  ready1:
    '«Si sonara ahora», en la página «Emergencia», es un número de 0 a 100 por edificio. Debajo están los motivos que restan puntos, el mayor primero, cada uno con la página donde se corrige.',
  receptionAlarm: 'Con una alarma, en recepción',
  receptionAlarm1:
    'Todas las páginas muestran la barra roja de una emergencia o la azul de un simulacro. Lleve la lista de presentes impresa o guardada: en ella están los visitantes registrados, con sus anfitriones.',
  report: 'Terminarla, y el informe',
  report1:
    'Al terminar una emergencia con personas sin localizar, se nombran y se pregunta de nuevo. El informe contiene los tiempos, qué fue de cada persona, las zonas registradas y los mensajes; añada notas y lecciones, y expórtelo.',
  roleAdministrator: 'Administrador',
  roleEverybody: 'Todos',
  roleOperator: 'Gestión del edificio',
  roleReception: 'Recepción',
  roleSafety: 'Responsable de seguridad',
  roleWarden: 'Responsable de evacuación',
  searchFewer: 'Busque menos palabras o para todos los roles.',
  searchFirst: 'Dónde registrar primero',
  searchFirst1:
    '«Registrar» ordena las zonas según cuántas personas sin localizar es probable que haya en ellas. Envíe a alguien, marque la zona como en registro y luego como registrada; los demás lo ven al instante.',
  searchGuide: 'Buscar en la guía',
  settings: 'Ajustes, mensajes y almacenamiento',
  settings1:
    'Los ajustes contienen el nombre y la zona horaria del recinto, los umbrales de los avisos, cómo se envían los mensajes y cuánto tiempo se guarda todo. Cada grupo se guarda por separado.',
  settings2:
    'Las copias de seguridad, las actualizaciones y la supervisión se describen en los documentos del producto.',
  setUp: 'Configurar un recinto',
  setUp1:
    '«Puesta en marcha» enumera por orden lo que un recinto necesita y lo que aún falta. Cada paso se puede dejar y retomar.',
  setUpStep1: 'Edificios y plantas, cada una con su plano: una imagen, un SVG o una página de un PDF.',
  setUpStep2: 'La escala, con dos puntos cuya distancia conoce.',
  setUpStep3:
    'Zonas: dibujadas en el plano con «Editar», o propuestas a partir de las líneas del plano. Marque los puntos de encuentro. Allí se dibujan también paredes y puertas, o se proponen a partir de las zonas; el plano las muestra.',
  setUpStep4: 'Receptores, luego personas y credenciales, y después un primer simulacro.',
  sweep: 'Registrar mi zona',
  sweep1:
    '«Registrar» nombra las zonas. Empiece una, recórrala y diga: nadie encontrado, alguien encontrado o no es posible. Quien mira el recuento lo ve al instante.',
  tablet: 'La tableta de la entrada',
  tablet1:
    '«Tabletas de recepción», en la página de visitas, crea un enlace para una tableta. Abierto en ella, saluda a los visitantes, lee sus códigos y registra su entrada sin cuenta.',
  trigger: 'Activar una emergencia',
  trigger1:
    '«Activar una emergencia»: elija qué es y dónde, y mantenga pulsado el botón: un toque corto no hace nada. Se avisa a los contactos y a los responsables de evacuación, las personas reciben su enlace personal y se abre el recuento.',
  trigger2: 'Un simulacro puede volverse real en su recuento; lo decidido en él se conserva.',
  visitors: 'Recibir a un visitante',
  visitors1: 'Quién se espera, quién está y quién se ha ido figura en la página de visitas.',
  visitorsStep1: '«Anunciar visita»: nombre, anfitrión y hora. El visitante recibe un código.',
  visitorsStep2: 'Cuando llegue, elija «Registrar entrada», o deje que muestre su código a la tableta.',
  visitorsStep3: 'Entréguele una credencial: desde entonces está en el plano y en todas las listas de presentes.',
  visitorsStep4: 'Cuando se vaya, elija «Registrar salida» y recoja la credencial.',
  wallBoard: 'Un panel mural para la sala de control',
  wallBoard1:
    '«Panel mural», en el resumen, llena una pantalla con lo que vigila una sala de control: personas dentro por edificio y planta, visitantes, receptores caídos, avisos abiertos, la hora y los planos en directo de las plantas, uno tras otro. Su dirección nombra el edificio y la planta en la que se queda: guárdela como marcador en el ordenador de la pantalla.',
  wallBoard2:
    'En una emergencia el panel muestra por sí solo quién sigue dentro: el número, dónde registrar primero y todos por planta y zona; un simulacro se ve igual, en azul. Dice cuándo no está en directo, y desde cuándo.',
  wallBoard3:
    'Mantiene la pantalla encendida donde el navegador puede. Una sesión termina al cabo de unas horas: el panel lo dice media hora antes. Le basta una cuenta que solo pueda leer.',
  wardens: 'Responsables de evacuación y suplentes',
  wardens1:
    'Un responsable de evacuación responde de un edificio, una planta, una zona o un departamento; los suplentes lo sustituyen por orden. Una planta sin responsable resta puntos de preparación.',
  wholeGuide: 'Toda la guía',
  withoutNetwork: 'Sin red',
  withoutNetwork1:
    'Un teléfono en el que ha iniciado sesión guarda la lista de presentes, sellada con su cuenta. Sin red se abre, indica de cuándo es y conserva sus toques hasta que vuelve la conexión.',
  withoutNetwork2: 'Mire una vez, antes de necesitarlo, «Este dispositivo» en su perfil: dice lo que se guarda.',
} satisfies Same<typeof en>
