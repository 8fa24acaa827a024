// French texts of this folder; web/app/LANGUAGES.md says how one is added.
import type { Same } from '../../languages/create-texts.ts'
import type { texts as en } from './en.ts'

export const texts = {
  ownRoles:
    'Quatre rôles existent toujours ; « Nouveau rôle » en crée un à vous, et le menu d’un rôle le copie. Il se retire quand aucun compte ne l’a plus.',
  accounts: 'Comptes et rôles',
  accounts1:
    'Un compte a un rôle et peut être limité à des bâtiments : il ne voit alors rien des autres. Ce qu’un rôle peut faire figure sur la page des rôles et agit aussitôt.',
  accounts2: 'Le journal d’audit dit qui a modifié quoi, et qui s’est vu refuser.',
  activity: 'Ce qui s’est passé aujourd’hui',
  activity1:
    '« Activité » raconte qui est venu, parti et s’est déplacé, le plus récent d’abord. Filtrez par personne, zone ou jour ; un clic montre le moment sur le plan.',
  activity2: '« Historique », sur le plan, rejoue n’importe quel moment du passé.',
  alerts: 'Répondre aux alertes',
  alerts1:
    'La cloche compte ce qui est ouvert : un récepteur devenu muet, une pile vide, une zone trop remplie, quelqu’un dans une zone à accès restreint. « Acquitter » dit aux autres que vous vous en occupez.',
  alerts2:
    'Une alerte se ferme d’elle-même quand sa cause a disparu. La page des alertes montre aussi celles qui sont passées.',
  alerts3:
    'Ce qui peut attendre se met en attente depuis la cloche pour quelques heures ; tous voient par qui, et cela revient de soi-même. Une urgence ne peut pas être mise en attente.',
  alerts4:
    'Avec « Prendre », une alerte est à vous ; la flèche à côté l’attribue à quelqu’un d’autre, qui reçoit un message et une note. Tous voient à qui elle est, et « Les miennes » montre les vôtres. Elle reste ouverte jusqu’à ce que quelqu’un l’acquitte.',
  all: 'Tout',
  assets: 'Garder les équipements à leur place',
  assets1:
    'Un équipement a une zone à laquelle il appartient. Ce qui est vu ailleurs est marqué, et un filtre ne montre que cela ; la page d’un équipement montre sur un petit plan où il a été.',
  assets2: '« Importer » reprend une liste d’un tableur et modifie ce qui est déjà connu.',
  batteries: 'Badges et piles',
  batteries1:
    '« Piles » liste ce qui sera bientôt vide, avec le jour prévu par la décharge. Changez la pile avant ce jour, et elle quitte la liste au prochain relevé.',
  batteries2: 'Un badge perdu est repris sur la page des badges ; qui le portait reste au registre.',
  board: 'Qui est manquant',
  board1:
    'Le recensement commence par un nombre : qui n’est pas recensé. Les badges entendus à un point de rassemblement recensent d’eux-mêmes ; pour les autres, choisissez « En sécurité » ou « Aide », un par un ou plusieurs à la fois.',
  board2:
    'À côté de chaque nom figure ce qui est connu : où la personne était en dernier, quand, et pourquoi elle peut ne pas être vue. Un appui peut être annulé.',
  calibrate: 'Calibrer un étage',
  calibrate1:
    'Depuis la page d’un bâtiment, placez-vous à des points connus avec un badge, et Rollcall compare avec l’endroit où il vous croyait. Une correction est proposée avec son gain, et n’est utilisée que si vous l’acceptez. Sans parcours, un étage apprend aussi en quelques heures des badges des personnes à leur place ; la page dit où il en est.',
  connectReceivers: 'Raccorder des récepteurs',
  connectReceivers1:
    '« Raccorder des récepteurs » montre les lignes exactes pour chaque modèle, avec l’adresse et la clé de ce site, et la première mesure dès qu’elle arrive. L’installateur peut le placer depuis un téléphone, debout en dessous.',
  connectReceivers2:
    '« Plan d’implantation » montre où les récepteurs entendraient bien avant de percer. « Moniteur de signal » montre ce qu’ils entendent maintenant.',
  contacts: 'Contacts et consignes',
  contacts1:
    'Les contacts sont prévenus dans leur ordre, par e-mail, SMS ou webhook. Envoyez un essai à chacun de temps en temps : qui n’a jamais répondu coûte des points de préparation.',
  contacts2:
    'Les consignes sont ce que les personnes lisent sur leur lien personnel, pour chaque scénario. Confirmez-les une fois par an.',
  drill: 'Prévoir et mener un exercice',
  drill1:
    'Un exercice se déroule comme une urgence, en bleu et avec le mot EXERCICE ; personne n’est appelé à l’extérieur.',
  drillStep1:
    '« Exercices prévus » : choisissez le jour, le scénario et les bâtiments. Qui doit le savoir reçoit un rappel.',
  drillStep2: '« Lancer un exercice », sur la page « Urgence », le jour venu.',
  drillStep3:
    'Recensez tout le monde, puis terminez-le. Le rapport est là aussitôt, à côté de ceux des exercices précédents.',
  findSomebody: 'Trouver une personne ou un équipement',
  findSomebody1:
    'Appuyez sur Ctrl et K sur n’importe quelle page, ou sur la loupe, et tapez deux lettres : personnes, équipements, zones, badges, récepteurs, pages, actions et ce guide sont cherchés ensemble. Choisir une personne ouvre le plan là où elle se trouve.',
  findSomebody2:
    'Sur le plan, la liste à côté nomme toutes les personnes qui s’y trouvent. Un clic ouvre la fiche avec le lieu, sa fiabilité et le chemin parcouru.',
  findSomebody3:
    'L’adresse de la page retient qui est choisi : copiez-la pour montrer la même chose à un collègue. Échap annule le choix.',
  forWhom: 'Pour qui',
  handOut: 'Remettre des badges',
  handOut1:
    '« Remettre des badges » liste les personnes sans badge. Scannez ou tapez le numéro à côté du nom et appuyez sur Entrée ; la ligne suivante attend déjà. Une liste entière peut être lue depuis un fichier.',
  helpDetail: 'Ce que le guide dit de cette page, et le clavier',
  helpWith: 'Aide : {title}',
  import: 'Importer des listes',
  import1:
    'Personnes, équipements, badges et récepteurs viennent de fichiers CSV ou Excel. Les colonnes sont reconnues à leur nom, les erreurs corrigées dans l’aperçu, et ce qui serait créé, modifié et laissé est compté avant toute écriture. Un import peut être annulé pendant un jour.',
  keyboard: 'Clavier',
  keyEscape: 'Fermer ce qui est ouvert, ou annuler le choix',
  keyFind: 'Trouver une personne ou un équipement à cet étage',
  keyFullScreen: 'Plein écran, et retour',
  keyFloors: 'Étage précédent, étage suivant',
  keyPause: 'Rester à cet étage, ou reprendre le défilement',
  keyHelp: 'Cette aide',
  keyLastPoint: 'Mesurer : retirer le dernier point',
  keyMove: 'Déplacer le plan, quand il a le focus',
  keySearch: 'Chercher partout',
  keySetPoint: 'Mesurer et Modifier : placer un point au milieu du plan',
  keyTab: 'Bouton, champ ou lien suivant ; avec Maj, le précédent',
  keyUndo: 'Modifier : annuler ; avec Maj, ou Ctrl et Y : rétablir',
  keyZoom: 'Rapprocher et éloigner',
  lists: 'Travailler avec les listes',
  lists1:
    'Chaque liste se cherche, se filtre et se trie depuis son en-tête, et le choix reste dans l’adresse : un favori la rouvre.',
  lists2:
    'Là où plusieurs lignes peuvent être modifiées à la fois, cochez-les ; ce qui est possible apparaît au-dessus de la liste.',
  lists3:
    '« Vue », au-dessus d’une liste, choisit ses colonnes et enregistre sous un nom ce que vous voyez, avec ses filtres et son ordre : vous le retrouvez avec votre compte sur d’autres appareils.',
  liveOrNot: 'Ce que je vois est-il en direct ?',
  liveOrNot1:
    'Le voyant en haut indique « Direct » tant que les positions arrivent, et le temps qu’elles mettent. Si elles s’arrêtent, il le dit avec l’heure de la dernière ; la page interroge alors toutes les dix secondes et revient d’elle-même à « Direct ».',
  liveOrNot2: 'Sans réseau, un bandeau indique ce qui est conservé sur cet appareil et de quand cela date.',
  morning: 'Le coup d’œil du matin',
  morning1:
    'La synthèse dit si tout va bien : combien de personnes sont sur le site, ce qui demande de l’attention, et si le site serait prêt si l’alarme sonnait. Chaque nombre mène à sa page.',
  morning2: '« Météo » montre les conditions à chaque bâtiment et ce que les règles en font.',
  morning3:
    'À côté des nombres, la synthèse a le plan en direct d’un étage et les personnes sur site pendant le dernier jour, la dernière semaine, le dernier mois ou des dates au choix. La période est dans l’adresse : un lien et une vue enregistrée la gardent ; là où le comptage a commencé plus tard, la ligne commence là et le dit.',
  myList: 'Ma liste',
  myList1: 'Quand l’alarme sonne, ouvrez le recensement : le bandeau rouge de chaque page y mène, et le message aussi.',
  myListStep1: 'Dites « Je m’en occupe », pour que votre suppléant n’ait pas à venir ; ou « Je ne peux pas venir ».',
  myListStep2:
    '« Ma liste » ne contient que les personnes dont vous répondez. Touchez « En sécurité » pour qui se tient devant vous ; scannez le badge si vous ne connaissez pas le nom.',
  myListStep3: '« Aide » signale que quelqu’un en a besoin ; ouvrez sa ligne pour écrire où et pourquoi.',
  nothingMatches: 'Rien ne correspond dans le guide',
  ownAccount: 'Mon compte et cet appareil',
  ownAccount1:
    'Le menu à votre nom mène à votre profil : votre rôle, ce que cet appareil conserve pour une urgence, et s’il est prévenu au début d’une alarme. Le mot de passe se change dans le même menu.',
  ownAccount2:
    'Vous y ajoutez aussi un second facteur : une application d’authentification ou une clé d’accès, avec laquelle vous vous connectez sans mot de passe.',
  paper: 'Sur papier',
  paper1:
    'La liste de présence et le recensement s’impriment en listes avec des cases à cocher, par étage et par service, avec l’heure d’impression.',
  pictureOf: 'La page, comme dans : {title}',
  readThePlan: 'Lire le plan',
  readThePlan1:
    'La forme dit qui c’est : un cercle, le personnel ; un losange, un visiteur ; un hexagone, un prestataire ; un carré, un équipement. Le remplissage dit l’âge du lieu : plein, maintenant ; pâle, il y a cinq minutes au plus ; creux, plus ancien.',
  readThePlan2:
    'Un lieu n’est jamais exact. Le cercle autour de la personne choisie la contient presque toujours ; s’il est large, cherchez dans les pièces voisines.',
  readThePlan3:
    '« Légende », au-dessus du plan, explique chaque signe ; « Calques » choisit ce qui est dessiné. La carte de chaleur montre où les personnes ont passé les dernières heures, avec son échelle en minutes par mètre carré.',
  ready: 'Le site est-il prêt ?',
  ready1:
    '« Si l’alarme sonnait », sur la page « Urgence », est un nombre de 0 à 100 pour chaque bâtiment. Dessous figurent les raisons qui coûtent des points, la plus lourde d’abord, chacune avec la page où la corriger.',
  receptionAlarm: 'En cas d’alarme, à l’accueil',
  receptionAlarm1:
    'Chaque page montre le bandeau rouge d’une urgence, ou le bleu d’un exercice. Emportez la liste de présence imprimée ou conservée : les visiteurs enregistrés y figurent, avec leurs hôtes.',
  report: 'Y mettre fin, et le rapport',
  report1:
    'Mettre fin à une urgence alors que des personnes manquent les nomme et redemande confirmation. Le rapport contient les temps, le sort de chacun, les zones fouillées et les messages ; ajoutez notes et enseignements, et exportez-le.',
  roleAdministrator: 'Administrateur',
  roleEverybody: 'Tous',
  roleOperator: 'Exploitation',
  roleReception: 'Accueil',
  roleSafety: 'Responsable sécurité',
  roleWarden: 'Chargé d’évacuation',
  searchFewer: 'Cherchez moins de mots, ou pour tous les rôles.',
  searchFirst: 'Où fouiller d’abord',
  searchFirst1:
    '« Fouiller » classe les zones selon le nombre de manquants qui s’y trouvent probablement. Envoyez quelqu’un, marquez la zone en cours de fouille, puis fouillée ; les autres le voient aussitôt.',
  searchGuide: 'Chercher dans le guide',
  settings: 'Réglages, messages et conservation',
  settings1:
    'Les réglages contiennent le nom et le fuseau horaire du site, les seuils des alertes, l’envoi des messages et la durée de conservation. Chaque groupe s’enregistre séparément.',
  settings2: 'Sauvegardes, mises à jour et surveillance sont décrites dans les documents fournis avec le produit.',
  setUp: 'Mettre un site en service',
  setUp1:
    '« Mise en service » liste dans l’ordre ce dont un site a besoin et ce qui manque encore. Chaque étape peut être quittée puis reprise.',
  setUpStep1: 'Bâtiments et étages, chacun avec son plan : une image, un SVG ou une page d’un PDF.',
  setUpStep2: 'L’échelle, par deux points dont vous connaissez la distance.',
  setUpStep3:
    'Zones : dessinées sur le plan avec « Modifier », ou proposées d’après les lignes du plan. Marquez les points de rassemblement. Murs et portes y sont dessinés aussi, ou proposés d’après les zones ; le plan les montre.',
  setUpStep4: 'Récepteurs, puis personnes et badges, puis un premier exercice.',
  sweep: 'Fouiller ma zone',
  sweep1:
    '« Fouiller » nomme les zones. Commencez-en une, parcourez-la et dites : personne trouvé, quelqu’un trouvé, ou impossible. Qui regarde le recensement le voit aussitôt.',
  tablet: 'La tablette à l’entrée',
  tablet1:
    '« Tablettes d’accueil », sur la page des visites, crée un lien pour une tablette. Ouvert sur celle-ci, il accueille les visiteurs, lit leurs codes et les enregistre sans compte.',
  trigger: 'Déclencher une urgence',
  trigger1:
    '« Déclencher une urgence » : choisissez ce que c’est et où, et maintenez le bouton : un appui bref ne fait rien. Les contacts et les chargés d’évacuation sont prévenus, les personnes reçoivent leur lien personnel, et le recensement s’ouvre.',
  trigger2: 'Un exercice peut devenir réel sur son recensement ; ce qui y a été décidé reste.',
  visitors: 'Accueillir un visiteur',
  visitors1: 'Qui est attendu, qui est là et qui est parti figure sur la page des visites.',
  visitorsStep1: '« Annoncer une visite » : nom, hôte et heure. Le visiteur reçoit un code.',
  visitorsStep2: 'À son arrivée, choisissez « Enregistrer l’arrivée », ou laissez-le présenter son code à la tablette.',
  visitorsStep3: 'Remettez-lui un badge : dès lors, il est sur le plan et sur chaque liste de présence.',
  visitorsStep4: 'À son départ, choisissez « Enregistrer le départ » et reprenez le badge.',
  wallBoard: 'Un tableau mural pour la salle de contrôle',
  wallBoard1:
    '« Tableau mural », sur la synthèse, remplit un écran de ce que surveille une salle de contrôle : personnes à l’intérieur par bâtiment et étage, visiteurs, récepteurs en panne, alertes ouvertes, l’heure et les plans des étages en direct, l’un après l’autre. Son adresse nomme le bâtiment et l’étage où il reste : gardez-la en favori sur l’ordinateur de l’écran.',
  wallBoard2:
    'En cas d’urgence, le tableau montre de lui-même qui est encore à l’intérieur : le nombre, où fouiller d’abord, et tous par étage et zone ; un exercice a le même aspect, en bleu. Il dit quand il n’est pas en direct, et depuis quand.',
  wallBoard3:
    'Il garde l’écran allumé là où le navigateur le peut. Une session se termine après quelques heures : le tableau le dit une demi-heure avant. Un compte qui ne peut que lire lui suffit.',
  wardens: 'Chargés d’évacuation et suppléants',
  wardens1:
    'Un chargé d’évacuation répond d’un bâtiment, d’un étage, d’une zone ou d’un service ; des suppléants le remplacent, dans leur ordre. Un étage sans chargé d’évacuation coûte des points de préparation.',
  wholeGuide: 'Tout le guide',
  withoutNetwork: 'Sans réseau',
  withoutNetwork1:
    'Un téléphone sur lequel vous vous êtes connecté conserve la liste de présence, scellée par votre compte. Sans réseau, elle s’ouvre, indique de quand elle date et garde vos saisies jusqu’au retour de la connexion.',
  withoutNetwork2:
    'Regardez une fois, avant d’en avoir besoin, « Cet appareil » dans votre profil : il dit ce qui est conservé.',
} satisfies Same<typeof en>
